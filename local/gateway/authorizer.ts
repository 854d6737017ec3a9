/**
 * A Lambda authorizer with simple responses, and its cache of results.
 *
 * It fails closed: a missing identity is 401 without a call, a failing function or a malformed answer is 500, and only
 * `isAuthorized: true` lets a request through.
 */
import * as v from 'valibot';
import type { FunctionPool } from '../functions/function-pool.ts';
import { arn } from '../template/names.ts';
import { authorizerEvent, type RequestFacts } from './event.ts';
import type { GatewayRequest } from './request.ts';
import { type GatewayResponse, internalError, ownResponse } from './response.ts';

/** A request may go on, with the authorizer's context, or it is answered here. */
export type Decision =
  | { readonly kind: 'allowed'; readonly context: object }
  | { readonly kind: 'refused'; readonly response: GatewayResponse };

export interface AuthorizerOptions {
  readonly pool: Pick<FunctionPool, 'invoke'>;
  /** Such as `$request.header.Authorization`. */
  readonly identitySources: readonly string[];
  /** 0 turns the cache off. */
  readonly cacheSeconds: number;
  /** Milliseconds; for tests. */
  readonly clock?: () => number;
}

const SimpleResponse = v.object({
  isAuthorized: v.boolean(),
  context: v.nullish(v.record(v.string(), v.unknown()), {}),
});
type SimpleResponse = v.InferOutput<typeof SimpleResponse>;

const MOST_CACHED = 10_000;

export class Authorizer {
  readonly #options: AuthorizerOptions;
  readonly #clock: () => number;
  readonly #cache = new Map<string, { readonly response: SimpleResponse; readonly until: number }>();

  constructor(options: AuthorizerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
  }

  async decide(facts: RequestFacts): Promise<Decision> {
    const identity = this.#identityOf(facts.request);
    if (identity === undefined) return { kind: 'refused', response: ownResponse(401, 'Unauthorized') };
    const response = this.#cached(identity) ?? (await this.#ask(facts, identity));
    if (response === undefined) return { kind: 'refused', response: internalError() };
    if (!response.isAuthorized) return { kind: 'refused', response: ownResponse(403, 'Forbidden') };
    return { kind: 'allowed', context: response.context ?? {} };
  }

  /** `undefined` where an identity source is missing or empty. */
  #identityOf(request: GatewayRequest): readonly string[] | undefined {
    const identity = this.#options.identitySources.map((source) => identityFrom(source, request));
    const complete = identity.filter((value) => value !== '');
    return complete.length === identity.length ? complete : undefined;
  }

  #cached(identity: readonly string[]): SimpleResponse | undefined {
    if (identity.length === 0) return undefined;
    const entry = this.#cache.get(JSON.stringify(identity));
    return entry !== undefined && this.#clock() < entry.until ? entry.response : undefined;
  }

  async #ask(facts: RequestFacts, identity: readonly string[]): Promise<SimpleResponse | undefined> {
    const routeArn = arn('execute-api', `${facts.apiId}/${facts.stage}/${facts.request.method}${facts.request.path}`);
    const outcome = await this.#options.pool.invoke(JSON.stringify(authorizerEvent(facts, routeArn, identity)));
    if (outcome.kind !== 'answered') return undefined;
    const parsed = v.safeParse(SimpleResponse, JSON.parse(outcome.payload));
    if (!parsed.success) return undefined;
    this.#keep(identity, parsed.output);
    return parsed.output;
  }

  #keep(identity: readonly string[], response: SimpleResponse): void {
    const { cacheSeconds } = this.#options;
    if (cacheSeconds === 0 || identity.length === 0) return;
    const key = JSON.stringify(identity);
    this.#cache.delete(key);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MOST_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(key, { response, until: this.#clock() + cacheSeconds * 1_000 });
  }
}

function identityFrom(source: string, request: GatewayRequest): string {
  const [, place, name = ''] = /^\$request\.(header|querystring)\.(.+)$/.exec(source) ?? [];
  if (place === 'header') return request.headers[name.toLowerCase()] ?? '';
  return new URLSearchParams(request.query).get(name) ?? '';
}
