/**
 * The pipeline of every route: loop protection, caller, feature switch, quotas, body, query, handler, response.
 *
 * A handler gets what the contract promises and returns the body of its response. It throws a `ServiceError` where the
 * caller is at fault. Everything else that is thrown becomes a 503 where it is temporary, and a 500 otherwise, without
 * internal details.
 */
import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as v from 'valibot';
import { type Caller, ON_BEHALF_OF } from '../../contract/access.ts';
import {
  type AuthorizedRoute,
  type OpenRoute,
  type ReceiverRoute,
  type RouteDefinition,
  type Schema,
  type SignedRoute,
  statusOf,
} from '../../contract/route.ts';
import { DELIVERY_USER_AGENT, WEBHOOK_ID } from '../../contract/signature.ts';
import { actingCaller, authorizedCaller, refuseWithoutFeature, spenderOf } from './caller.ts';
import { boundCallTimes } from './clients.ts';
import { ServiceError } from './errors.ts';
import { type QuotaUse, quotaLimiter } from './quotas/quota-limiter.ts';
import { parseOrRefuse, type RouteEvent, readParameters, readQuery } from './request.ts';
import { bodyBytes, jsonBody } from './request-body.ts';
import { cacheable, jsonResponse, KeptResponse, type RequestContext, responses } from './responses.ts';

boundCallTimes();

type Result = APIGatewayProxyStructuredResultV2;
type LambdaHandler = (event: RouteEvent, context: Context) => Promise<Result>;

/** What a handler gets. */
export interface RouteRequest<Query extends Schema, Body extends Schema, Parameters extends Schema> {
  /** Whose `userId` is that of the user on whose behalf a server calls. */
  readonly caller: Caller;
  readonly parameters: v.InferOutput<Parameters>;
  readonly query: v.InferOutput<Query>;
  readonly body: v.InferOutput<Body>;
  readonly headers: RouteEvent['headers'];
  /** The exact text of the body; empty where the route takes none. */
  readonly bodyText: string;
  /** Uses further quotas of the network, all or none. Throws OverQuotaError. */
  readonly spend: QuotaUse['spend'];
  /** When Lambda ends the function, in milliseconds since 1970. */
  readonly endsAt: () => number;
}

/** The function of a route that needs a token. */
export function route<
  Query extends Schema,
  Body extends Schema,
  Response extends Schema,
  Parameters extends Schema = Schema,
>(
  definition: AuthorizedRoute<Query, Body, Response, Parameters>,
  handle: (request: RouteRequest<Query, Body, Parameters>) => Promise<v.InferInput<Response> | KeptResponse>,
): LambdaHandler {
  const { body, method, parameters, path, query, quota, repeatable, response } = definition;
  const quotasOf = quotaLimiter();
  return pipeline(definition)
    .before(async ({ event, context }) => {
      const onBehalfOf = event.headers[ON_BEHALF_OF];
      const caller = authorizedCaller(event.requestContext.authorizer?.lambda, definition, onBehalfOf);
      context.caller = caller;
      context.isOnBehalf = onBehalfOf !== undefined;
      context.quotaUse = quotasOf({ ...caller, spender: spenderOf(caller, onBehalfOf) });
      await context.quotaUse.spend({
        [quota]: 1,
        ...(body?.quota !== undefined && { [body.quota]: bodyBytes(event) }),
      });
    })
    .use(jsonBody(body))
    .handler(async (event, context) => {
      const { caller, spend } = identified(context);
      const result = await handle({
        caller: actingCaller(caller, event.headers[ON_BEHALF_OF]),
        parameters: parameters && readParameters({ method, path, parameters }, event),
        query: query && readQuery(query, event.rawQueryString, repeatable),
        body: body && parseOrRefuse(body.schema, event.body),
        headers: event.headers,
        bodyText: context.bodyText ?? '',
        spend,
        endsAt: () => Date.now() + context.getRemainingTimeInMillis(),
      });
      const responseBody: unknown = result instanceof KeptResponse ? result.body : result;
      const found = jsonResponse(statusOf(response, responseBody), responseBody);
      const { cacheSeconds } = response;
      return cacheSeconds === undefined ? found : cacheable(found, cacheSeconds, event.headers['accept-encoding']);
    });
}

/** What the step before the body has found out. */
function identified({ caller, quotaUse }: RequestContext) {
  if (caller === undefined || quotaUse === undefined) throw new Error('The pipeline has not identified the caller.');
  return { caller, spend: quotaUse.spend };
}

/** The function of a route that anyone may call. */
export function openRoute<Body extends Schema, Response extends Schema>(
  definition: OpenRoute<Body, Response>,
  handle: (body: v.InferOutput<Body>) => Promise<v.InferInput<Response>>,
): LambdaHandler {
  const { body, response } = definition;
  return pipeline(definition)
    .use(jsonBody(body))
    .handler(async (event) =>
      jsonResponse(response.status, await handle(body && parseOrRefuse(body.schema, event.body))),
    );
}

/** A request whose signature is to be verified. */
interface SignedRequest<Parameters extends Schema, Body extends Schema> {
  readonly parameters: v.InferOutput<Parameters>;
  readonly headers: RouteEvent['headers'];
  readonly body: v.InferOutput<Body>;
  /** The exact text of the body. */
  readonly bodyText: string;
}

/** What every route must know of whoever has signed a request. */
export type SignedCaller = Pick<Caller, 'networkId' | 'features' | 'quotas'> & { readonly spender?: string };

/**
 * The function of a route that the receiver of a webhook calls. `identify` returns who has signed the request, and
 * throws 401 where nobody has. What an unsigned request costs is bounded by the body's size and what `identify` reads.
 */
export function signedRoute<
  Body extends Schema,
  Response extends Schema,
  Parameters extends Schema,
  Signer extends SignedCaller,
>(
  definition: SignedRoute<Body, Response, Parameters>,
  identify: (request: SignedRequest<Parameters, Body>) => Promise<Signer>,
  handle: (signer: Signer, body: v.InferOutput<Body>) => Promise<v.InferInput<Response>>,
): LambdaHandler {
  const admit = admission(definition);
  return pipeline(definition)
    .use(jsonBody(definition.body))
    .handler(async (event, context) => {
      const parameters = readParameters(definition, event);
      const body = parseOrRefuse(definition.body.schema, event.body);
      const signer = await identify({ parameters, headers: event.headers, body, bodyText: context.bodyText ?? '' });
      await admit(signer, context);
      return jsonResponse(definition.response.status, await handle(signer, body));
    });
}

/** A request to a route of receivers that takes tokens, too. */
export interface ReceiverRequest<Parameters extends Schema, Query extends Schema> {
  readonly parameters: v.InferOutput<Parameters>;
  readonly headers: RouteEvent['headers'];
  readonly query: v.InferOutput<Query>;
}

/**
 * The function of a route that the receiver of a webhook calls, or somebody with a token. `identify` returns who it is,
 * and throws 401 or 403 for everybody else.
 */
export function receiverRoute<
  Query extends Schema,
  Response extends Schema,
  Parameters extends Schema,
  Reader extends SignedCaller,
>(
  definition: ReceiverRoute<Query, Response, Parameters>,
  identify: (request: ReceiverRequest<Parameters, Query>) => Promise<Reader>,
  handle: (reader: Reader, query: v.InferOutput<Query>) => Promise<v.InferInput<Response>>,
): LambdaHandler {
  const admit = admission(definition);
  return pipeline(definition).handler(async (event, context) => {
    const parameters = readParameters(definition, event);
    const query = readQuery(definition.query, event.rawQueryString);
    const reader = await identify({ parameters, headers: event.headers, query });
    await admit(reader, context);
    return jsonResponse(definition.response.status, await handle(reader, query));
  });
}

/** Refuses whoever has signed a request where the network has not the feature, or is over its quota. */
function admission({ feature, quota }: Pick<SignedRoute<Schema, Schema, Schema>, 'feature' | 'quota'>) {
  const quotasOf = quotaLimiter();
  return async (signer: SignedCaller, context: RequestContext): Promise<void> => {
    refuseWithoutFeature(signer, feature);
    context.quotaUse = quotasOf(signer);
    await context.quotaUse.spend({ [quota]: 1 });
  };
}

/** What the functions of all routes begin with, and how they end. */
const pipeline = (definition: RouteDefinition) =>
  middy<RouteEvent, Result, Error, RequestContext>()
    .use(responses(definition))
    .before(({ event }) => refuseDeliveries(event, definition));

/**
 * Throws 508 for a delivery to this API, so that it never calls itself (docs/spec/webhooks.md#loop-protection). What
 * receivers sign has a `webhook-id`, too.
 */
function refuseDeliveries({ headers }: RouteEvent, { role }: RouteDefinition): void {
  const hasId = role !== 'receiver' && headers[WEBHOOK_ID] !== undefined;
  if (hasId || headers['user-agent'] === DELIVERY_USER_AGENT) throw new ServiceError('loopDetected', IS_DELIVERY);
}

const IS_DELIVERY = `this is the delivery of a webhook, by its ${WEBHOOK_ID} or user-agent; a webhook must not point to this API`;
