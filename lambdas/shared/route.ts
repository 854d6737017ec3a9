/**
 * The pipeline of every route: loop protection, caller, feature switch, body, query, handler, response.
 *
 * A handler gets what the contract promises and returns the body of its response. It throws a `ServiceError` where the caller
 * is at fault. Everything else that is thrown becomes a 503 where it is temporary, and a 500 otherwise, without internal details.
 */
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import type { AuthorizedRoute, OpenRoute, Schema } from '../../contract/route.ts';
import { boundCallTimes } from './call-times.ts';
import { authorizedCaller } from './caller.ts';
import { unauthorized } from './errors.ts';
import { loopProtection } from './loop-protection.ts';
import { type RouteEvent, readParameters, readQuery } from './request.ts';
import { type BodyContext, bodyReader } from './request-body.ts';
import { jsonResponse, responses } from './responses.ts';
import { parseOrRefuse } from './validation.ts';

boundCallTimes();

type Result = APIGatewayProxyStructuredResultV2;
type LambdaHandler = (event: RouteEvent, context: Context) => Promise<Result>;

/** Lambda's context, with what the pipeline has read so far. */
interface RouteContext extends BodyContext {
  caller?: Caller;
}
type Middleware = MiddlewareObj<RouteEvent, Result, Error, RouteContext>;

/** What a handler gets. */
export interface RouteRequest<Query extends Schema, Body extends Schema, Parameters extends Schema> {
  readonly caller: Caller;
  readonly parameters: v.InferOutput<Parameters>;
  readonly query: v.InferOutput<Query>;
  readonly body: v.InferOutput<Body>;
  /** The exact text of the body; empty where the route takes none. */
  readonly bodyText: string;
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
    const { caller } = context;
    if (caller === undefined) throw unauthorized('the caller is not known');
    const result = await handle({
      caller,
      parameters: parameters && readParameters(parameters, event.pathParameters),
      query: readQuery(query, event.rawQueryString, repeatable),
      body: parseOrRefuse(body.schema, context.body?.value),
      bodyText: context.body?.text ?? '',
    });
    return jsonResponse(response.status, result);
  })
    .use(responses(definition))
    .use(loopProtection)
    .use(authorization(definition))
    .use(body.maxBytes === 0 ? [] : bodyReader(body));
}

/** The function of a route that anyone may call. */
export function openRoute<Response extends Schema>(
  definition: OpenRoute<Response>,
  handle: () => Promise<v.InferInput<Response>>,
): LambdaHandler {
  return middy<RouteEvent, Result>(async () => jsonResponse(definition.response.status, await handle()))
    .use(responses(definition))
    .use(loopProtection);
}

const authorization = ({ role, feature }: AuthorizedRoute<Schema, Schema, Schema>): Middleware => ({
  before: ({ event, context }) => {
    context.caller = authorizedCaller(event.requestContext.authorizer?.lambda, role, feature);
  },
});
