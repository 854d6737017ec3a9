/**
 * Routes that take an idempotency key (docs/spec/requests.md#idempotency-keys). A request with one is claimed before it
 * is done, and its response is kept. One without is done as on every other route.
 */
import type * as v from 'valibot';
import { IDEMPOTENCY_KEY, IdempotencyKeyHeader } from '../../contract/idempotency.ts';
import type { AuthorizedRoute, Schema } from '../../contract/route.ts';
import { once } from './idempotency.ts';
import { idempotencyTable } from './idempotency-table.ts';
import { parseOrRefuse } from './request.ts';
import { type RouteRequest, route } from './route.ts';
import { newSeed, type Seed } from './seed.ts';

/** What a handler gets: what every handler gets, and the seed of all that it makes. */
interface SeededRequest<Query extends Schema, Body extends Schema, Parameters extends Schema>
  extends RouteRequest<Query, Body, Parameters> {
  readonly seed: Seed;
}

/** The function of a route that needs a token, and takes an idempotency key. */
export function idempotentRoute<
  Query extends Schema,
  Body extends Schema,
  Response extends Schema,
  Parameters extends Schema = Schema,
>(
  definition: AuthorizedRoute<Query, Body, Response, Parameters> & { readonly idempotent: true },
  handle: (request: SeededRequest<Query, Body, Parameters>) => Promise<v.InferInput<Response>>,
) {
  const table = idempotencyTable();
  return route(definition, async (request) => {
    const { [IDEMPOTENCY_KEY]: key } = parseOrRefuse(IdempotencyKeyHeader, request.headers);
    if (key === undefined) return await handle({ ...request, seed: newSeed() });
    const { caller, parameters, bodyText, endsAt } = request;
    const keyed = {
      networkId: caller.networkId,
      key: [definition.operationId, caller.role, caller.userId, key],
      content: [JSON.stringify(parameters ?? {}), bodyText],
    };
    return await once(table, keyed, endsAt(), (seed) => handle({ ...request, seed }));
  });
}
