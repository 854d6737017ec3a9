/**
 * The pipeline of a route that the receiver of a webhook calls: loop protection, body, signature, feature switch,
 * quota, handler, response. What an unsigned request costs is bounded by the body's size and what `identify` reads.
 */
import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import type { Schema, SignedRoute } from '../../contract/route.ts';
import { refuseWithoutFeature } from './caller.ts';
import { boundCallTimes } from './clients.ts';
import { loopProtectionOfSigned } from './loop-protection.ts';
import { quotaLimiter } from './quotas/quota-limiter.ts';
import { parseOrRefuse, type RouteEvent, readParameters } from './request.ts';
import { type BodyContext, bodyReader } from './request-body.ts';
import { type CallerContext, jsonResponse, responses } from './responses.ts';

boundCallTimes();

type Result = APIGatewayProxyStructuredResultV2;

/** A request whose signature is to be verified. */
export interface SignedRequest<Parameters extends Schema, Body extends Schema> {
  readonly parameters: v.InferOutput<Parameters>;
  readonly headers: RouteEvent['headers'];
  readonly body: v.InferOutput<Body>;
  /** The exact text of the body. */
  readonly bodyText: string;
}

/** What every route must know of whoever has signed a request. */
export type SignedCaller = Pick<Caller, 'networkId' | 'features' | 'quotas'> & { readonly spender: string };

/** The function of the route. `identify` returns who has signed the request, and throws 401 where nobody has. */
export function signedRoute<
  Body extends Schema,
  Response extends Schema,
  Parameters extends Schema,
  Signer extends SignedCaller,
>(
  definition: SignedRoute<Body, Response, Parameters> & { readonly parameters: Parameters },
  identify: (request: SignedRequest<Parameters, Body>) => Promise<Signer>,
  handle: (signer: Signer, body: v.InferOutput<Body>) => Promise<v.InferInput<Response>>,
): (event: RouteEvent, context: Context) => Promise<Result> {
  const quotasOf = quotaLimiter();
  return middy<RouteEvent, Result, Error, BodyContext & CallerContext>(
    async (event: RouteEvent, context: BodyContext & CallerContext) => {
      const parameters = readParameters(definition.parameters, event.pathParameters);
      const body = parseOrRefuse(definition.body.schema, context.body?.value);
      const { headers } = event;
      const signer = await identify({ parameters, headers, body, bodyText: context.body?.text ?? '' });
      refuseWithoutFeature(signer, definition.feature);
      context.quotaUse = quotasOf(signer);
      await context.quotaUse.spend({ [definition.quota]: 1 });
      return jsonResponse(definition.response.status, await handle(signer, body));
    },
  )
    .use(responses(definition))
    .use(loopProtectionOfSigned)
    .use(bodyReader(definition.body));
}
