/**
 * The one pipeline that every route runs through: caller, feature switch, body, query, handler, answer.
 *
 * A handler gets what the contract promises and returns the body of its answer. It throws a `ServiceError` where the
 * caller is to blame; everything else that is thrown becomes a 500 that tells nothing of the inside.
 */
import middy, { type MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import type { AuthorizedRoute, OpenRoute, RequestBody, Schema } from '../../contract/route.ts';
import { answers, jsonAnswer } from './answers.ts';
import { authorizedCaller } from './caller.ts';
import { unauthorized } from './errors.ts';
import { parseJson, type RouteEvent, readBodyText, readParameters, readQuery } from './request.ts';
import { parseOrRefuse } from './validation.ts';

type Answer = APIGatewayProxyStructuredResultV2;
type LambdaHandler = (event: RouteEvent, context: Context) => Promise<Answer>;

/** Lambda's context, with what the pipeline has found out so far. */
interface RouteContext extends Context {
  caller?: Caller;
}
type Middleware = MiddlewareObj<RouteEvent, Answer, Error, RouteContext>;

/** What a handler is given. */
export interface RouteRequest<Query extends Schema, Body extends Schema, Parameters extends Schema> {
  readonly caller: Caller;
  readonly parameters: v.InferOutput<Parameters>;
  readonly query: v.InferOutput<Query>;
  readonly body: v.InferOutput<Body>;
  /** The body's exact text, where the route asks for it; otherwise empty. */
  readonly bodyText: string;
}

/** The function behind a route that needs a token (decisions 3–7). */
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

  return middy<RouteEvent, Answer, Error, RouteContext>(async (event: RouteEvent, { caller }: RouteContext) => {
    if (caller === undefined) throw unauthorized('the caller is not known');
    const named = parameters && readParameters(parameters, event.pathParameters);
    const bodyText = body.sourceText ? (event.body ?? '') : '';
    const parsedBody: unknown = body.sourceText ? parseJson(bodyText) : event.body;
    const answer = await handle({
      caller,
      parameters: named,
      query: readQuery(query, event.rawQueryString, repeatable),
      body: parseOrRefuse(body.schema, parsedBody),
      bodyText,
    });
    return jsonAnswer(response.status, answer);
  })
    .use(answers(definition))
    .use(authorization(definition))
    .use(bodyMiddlewares(body));
}

/** The function behind a route that anyone may call. */
export function openRoute<Response extends Schema>(
  definition: OpenRoute<Response>,
  handle: () => Promise<v.InferInput<Response>>,
): LambdaHandler {
  return middy<RouteEvent, Answer>(async () => jsonAnswer(definition.response.status, await handle())).use(
    answers(definition),
  );
}

const authorization = ({ role, feature }: AuthorizedRoute<Schema, Schema, Schema>): Middleware => ({
  before: ({ event, context }) => {
    context.caller = authorizedCaller(event.requestContext.authorizer?.lambda, role, feature);
  },
});

function bodyMiddlewares(body: RequestBody): Middleware[] {
  if (body.maxBytes === 0) return [];
  const decoded: Middleware = {
    before: ({ event }) => {
      event.body = readBodyText(event, body);
      event.isBase64Encoded = false;
    },
  };
  return body.sourceText ? [decoded] : [decoded, jsonBodyParser({ disableContentTypeCheck: true })];
}
