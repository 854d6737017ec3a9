/**
 * A Lambda authorizer with simple responses, and its cache of results.
 *
 * It fails closed: a request without the identity header is 401 and calls no function, a function that fails or returns
 * something malformed is 500, and only `isAuthorized: true` allows a request.
 */
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { FunctionPool } from '../functions/function-pool.ts';
import { arn } from '../template/names.ts';
import { authorizerEvent, type RequestFacts } from './request.ts';
import { type GatewayResponse, internalError, ownResponse } from './response.ts';

/** A request is allowed, with the authorizer's context, or refused with a response. */
export type Decision =
  | { readonly kind: 'allowed'; readonly context: object }
  | { readonly kind: 'refused'; readonly response: GatewayResponse };

export interface AuthorizerOptions {
  readonly pool: Pick<FunctionPool, 'invoke'>;
  /** Such as `Authorization`. */
  readonly identityHeader: string;
  readonly cacheSeconds: number;
  /** Milliseconds, never 0; for tests. */
  readonly clock?: { now(): number };
}

const SimpleResponse = v.object({
  isAuthorized: v.boolean(),
  context: v.nullish(v.record(v.string(), v.unknown()), {}),
});
type SimpleResponse = v.InferOutput<typeof SimpleResponse>;

const MOST_CACHED = 10_000;

export class Authorizer {
  readonly #options: AuthorizerOptions;
  readonly #cache: LRUCache<string, SimpleResponse>;

  constructor(options: AuthorizerOptions) {
    this.#options = options;
    const { cacheSeconds, clock = performance } = options;
    this.#cache = new LRUCache({ max: MOST_CACHED, ttl: cacheSeconds * 1_000, ttlResolution: 0, perf: clock });
  }

  async decide(facts: RequestFacts): Promise<Decision> {
    const identity = facts.request.headers[this.#options.identityHeader.toLowerCase()] ?? '';
    if (identity === '') return { kind: 'refused', response: ownResponse(401, 'Unauthorized') };
    const response = this.#cache.get(identity) ?? (await this.#ask(facts, identity));
    if (response === undefined) return { kind: 'refused', response: internalError() };
    if (!response.isAuthorized) return { kind: 'refused', response: ownResponse(403, 'Forbidden') };
    return { kind: 'allowed', context: response.context ?? {} };
  }

  /** Undefined if the function failed or its result is malformed. */
  async #ask(facts: RequestFacts, identity: string): Promise<SimpleResponse | undefined> {
    const routeArn = arn('execute-api', `${facts.apiId}/${facts.stage}/${facts.request.method}${facts.request.path}`);
    const outcome = await this.#options.pool.invoke(JSON.stringify(authorizerEvent(facts, routeArn, [identity])));
    if (outcome.kind !== 'returned') return undefined;
    const parsed = v.safeParse(SimpleResponse, JSON.parse(outcome.payload));
    if (!parsed.success) return undefined;
    this.#cache.set(identity, parsed.output);
    return parsed.output;
  }
}
