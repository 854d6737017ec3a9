/**
 * The pipeline of every route: loop protection, caller, feature switch, quotas, body, query, handler, response.
 *
 * A handler gets what the contract promises and returns the body of its response. It throws a `ServiceError` where the
 * caller is at fault. Everything else that is thrown becomes a 503 where it is temporary, and a 500 otherwise, without
 * internal details.
 */
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import { ON_BEHALF_OF } from '../../contract/access.ts';
import { type AuthorizedRoute, type OpenRoute, type Schema, statusOf } from '../../contract/route.ts';
import { actingCaller, authorizedCaller, spenderOf } from './caller.ts';
import { boundCallTimes } from './clients.ts';
import { unauthorized } from './errors.ts';
import { loopProtection } from './loop-protection.ts';
import { type QuotaUse, quotaLimiter } from './quotas/quota-limiter.ts';
import { parseOrRefuse, type RouteEvent, readParameters, readQuery } from './request.ts';
import { type BodyContext, bodyBytes, bodyReader } from './request-body.ts';
import { type CallerContext, cacheable, jsonResponse, responses } from './responses.ts';

boundCallTimes();

type Result = APIGatewayProxyStructuredResultV2;
type LambdaHandler = (event: RouteEvent, context: Context) => Promise<Result>;

/** Lambda's context, with what the pipeline has read so far. */
interface RouteContext extends BodyContext, CallerContext {
  caller?: Caller;
}
type Middleware = MiddlewareObj<RouteEvent, Result, Error, RouteContext>;

/** What a handler gets. */
export interface RouteRequest<Query extends Schema, Body extends Schema, Parameters extends Schema> {
  /** Whose `userId` is that of the user on whose behalf a server calls. */
  readonly caller: Caller;
  readonly parameters: v.InferOutput<Parameters>;
  readonly query: v.InferOutput<Query>;
  readonly body: v.InferOutput<Body>;
  /** The exact text of the body; empty where the route takes none. */
  readonly bodyText: string;
  /** Uses further quotas of the network, all or none. Throws OverQuotaError. */
  readonly spend: QuotaUse['spend'];
}

/** The function of a route that needs a token. */
export function route<
  Query extends Schema,
  Body extends Schema,
  Response extends Schema,
  Parameters extends Schema = Schema,
>(
  definition: AuthorizedRoute<Query, Body, Response, Parameters>,
  handle: (request: RouteRequest<Query, Body, Parameters>) => Promise<v.InferInput<Response>>,
): LambdaHandler {
  const { body, parameters, query, repeatable, response } = definition;

  return middy<RouteEvent, Result, Error, RouteContext>(async (event: RouteEvent, context: RouteContext) => {
    const { caller, quotaUse } = context;
    if (caller === undefined || quotaUse === undefined) throw unauthorized('the caller is not known');
    const result = await handle({
      caller: actingCaller(caller, event.headers[ON_BEHALF_OF]),
      parameters: parameters && readParameters(parameters, event.pathParameters),
      query: readQuery(query, event.rawQueryString, repeatable),
      body: parseOrRefuse(body.schema, context.body?.value),
      bodyText: context.body?.text ?? '',
      spend: quotaUse.spend,
    });
    const found = jsonResponse(statusOf(response, result), result);
    const { cacheSeconds } = response;
    return cacheSeconds === undefined ? found : cacheable(found, cacheSeconds, event.headers['accept-encoding']);
  })
    .use(responses(definition))
    .use(loopProtection)
    .use(authorization(definition))
    .use(requestQuota(definition))
    .use(body.maxBytes === 0 ? [] : bodyReader(body));
}

/** The function of a route that anyone may call. */
export function openRoute<Body extends Schema, Response extends Schema>(
  definition: OpenRoute<Body, Response>,
  handle: (body: v.InferOutput<Body>) => Promise<v.InferInput<Response>>,
): LambdaHandler {
  const { body, response } = definition;
  return middy<RouteEvent, Result, Error, BodyContext>(async (_event: RouteEvent, context: BodyContext) =>
    jsonResponse(response.status, await handle(parseOrRefuse(body.schema, context.body?.value))),
  )
    .use(responses(definition))
    .use(loopProtection)
    .use(body.maxBytes === 0 ? [] : bodyReader(body));
}

const authorization = (definition: AuthorizedRoute<Schema, Schema, Schema>): Middleware => ({
  before: ({ event, context }) => {
    const onBehalfOf = event.headers[ON_BEHALF_OF];
    context.caller = authorizedCaller(event.requestContext.authorizer?.lambda, definition, onBehalfOf);
    context.isOnBehalf = onBehalfOf !== undefined;
  },
});

/** Counts the request and the bytes of its body, before the body is read. */
function requestQuota(definition: AuthorizedRoute<Schema, Schema, Schema>): Middleware {
  const quotasOf = quotaLimiter();
  return {
    before: async ({ event, context }) => {
      const { caller } = context;
      if (caller === undefined) return;
      context.quotaUse = quotasOf({ ...caller, spender: spenderOf(caller, event.headers[ON_BEHALF_OF]) });
      const { quota } = definition.body;
      await context.quotaUse.spend({
        [definition.quota]: 1,
        ...(quota !== undefined && { [quota]: bodyBytes(event) }),
      });
    },
  };
}
