/**
 * The error responses of the OpenAPI document: the service's own, and those with which API Gateway responds by itself
 * (docs/spec/access.md#gateway-responses).
 */
import type { RouteDefinition } from './route.ts';

/** The schemas of responses that can come from API Gateway itself. The message is null where an authorizer fails. */
export const gatewayErrors = {
  GatewayError: {
    type: 'object',
    properties: {
      message: { type: ['string', 'null'], description: 'What is wrong.', examples: ['Unauthorized'] },
    },
    required: ['message'],
  },
  ServiceOrGatewayError: {
    anyOf: [{ $ref: '#/components/schemas/Error' }, { $ref: '#/components/schemas/GatewayError' }],
  },
};

/** Headers that some error responses have. */
export const responseHeaders = {
  'Retry-After': {
    description:
      'The number of seconds to wait before the next request. Responses of API Gateway itself do not have this header.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: 'Names the scheme: `Bearer`, or `Webhook-Signature` on routes of receivers.',
    schema: { type: 'string' },
  },
};

interface ErrorResponse {
  /** Of the component. */
  readonly name: string;
  readonly description: string;
  readonly schema: 'Error' | keyof typeof gatewayErrors;
  readonly header?: keyof typeof responseHeaders;
}

/**
 * By status. API Gateway itself responds with 401 where the token is missing
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html), and with 429 above a
 * throttle (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html). The limits behind
 * 413 and 431 are in https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html. No page of AWS
 * confirms its statuses 403 (ADR 35), 413, 431 and 503; what else is not confirmed is in docs/aws-behaviour.md.
 */
const errorResponses: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description: 'The request is malformed, or is not possible in the current state. The message gives the reason.',
    schema: 'Error',
  },
  401: {
    name: 'Unauthorized',
    description: 'The access token is missing, wrong or expired.',
    schema: 'ServiceOrGatewayError',
    header: 'WWW-Authenticate',
  },
  403: {
    name: 'Forbidden',
    description:
      'The caller may not send this request. For example, the role may not call this route, the token gives no access to the network, the feature is off for the network, or the request has bypassed the AWS WAF of the stage.',
    schema: 'ServiceOrGatewayError',
  },
  404: { name: 'NotFound', description: 'The network has nothing at this path.', schema: 'Error' },
  409: {
    name: 'Conflict',
    description: 'Another request has changed the same resource at the same time. Read the resource, and try again.',
    schema: 'Error',
    header: 'Retry-After',
  },
  413: { name: 'ContentTooLarge', description: 'The body is too large.', schema: 'ServiceOrGatewayError' },
  415: { name: 'UnsupportedMediaType', description: 'The content type of the body is not JSON.', schema: 'Error' },
  422: {
    name: 'UnprocessableContent',
    description: 'The idempotency key was used for another request.',
    schema: 'Error',
  },
  429: {
    name: 'TooManyRequests',
    description:
      'The network is over a quota or a daily limit, all networks together send too many requests to this route, or one IP address sends too many requests through AWS WAF. If the response has `Retry-After`, wait for this number of seconds.',
    schema: 'ServiceOrGatewayError',
    header: 'Retry-After',
  },
  431: {
    name: 'HeadersTooLarge',
    description: 'The request line and the headers together are larger than 10,240 bytes.',
    schema: 'GatewayError',
  },
  500: {
    name: 'InternalError',
    description: 'The service has failed. Quote the request id when you report it.',
    schema: 'ServiceOrGatewayError',
  },
  503: {
    name: 'Unavailable',
    description:
      'The service is temporarily unavailable. If the response has `Retry-After`, wait for this number of seconds. Then try again.',
    schema: 'ServiceOrGatewayError',
    header: 'Retry-After',
  },
  508: {
    name: 'LoopDetected',
    description: 'The request is the delivery of a webhook, which must not point to this API.',
    schema: 'Error',
  },
};

/** The `components.responses` of the document. */
export const errorResponseComponents = Object.fromEntries(
  Object.values(errorResponses).map(({ name, description, schema, header }) => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
    return [name, { description, ...headersOf(header), content }];
  }),
);

function headersOf(header: ErrorResponse['header']) {
  return header && { headers: { [header]: { $ref: `#/components/headers/${header}` } } };
}

/** References to the error responses that the route can have, by status. */
export function responsesTo(definition: RouteDefinition) {
  const { afterFailure } = definition;
  const has = hasStatus(definition);
  return Object.fromEntries(
    Object.entries(errorResponses)
      .filter(([status]) => has(Number(status)))
      .map(([status, { name, description }]) => {
        const isFailure = ['500', '503'].includes(status) && afterFailure !== undefined;
        const more = {
          ...(isFailure && { description: `${description} ${afterFailure}` }),
          ...(status === '401' &&
            definition.role === 'receiver' &&
            definition.alsoFor === undefined && { description: NOT_SIGNED }),
          ...(status === '409' && definition.idempotent && { description: conflictOf(definition) }),
        };
        return [status, { $ref: `#/components/responses/${name}`, ...more }];
      }),
  );
}

/** The error responses that HEAD to the route can have, by status: they have no body. */
export function bodilessResponsesTo(definition: RouteDefinition) {
  const has = hasStatus(definition);
  return Object.fromEntries(
    Object.entries(errorResponses)
      .filter(([status]) => has(Number(status)))
      .map(([status, { description, header }]) => [status, { description, ...headersOf(header) }]),
  );
}

const NOT_SIGNED =
  'The signature is missing or wrong, its time differs from the time of the service by more than five minutes, or the network has no such webhook.';

/** With a key, a request can also meet itself. */
function conflictOf({ otherStatuses = [] }: RouteDefinition): string {
  const other = otherStatuses.includes(409) ? ` ${errorResponses[409]?.description}` : '';
  return `A request with this idempotency key is in flight; try again after the seconds of Retry-After.${other}`;
}

function hasStatus({
  role,
  parameters,
  query,
  body,
  idempotent,
  otherStatuses = [],
}: RouteDefinition): (status: number) => boolean {
  const isGuarded = role !== 'anyone';
  const isKeyed = idempotent !== undefined;
  const needs: Readonly<Record<number, boolean>> = {
    400: query !== undefined || body !== undefined || parameters !== undefined || isKeyed,
    401: isGuarded,
    403: isGuarded,
    404: parameters !== undefined,
    409: isKeyed,
    415: body !== undefined,
    422: isKeyed,
  };
  return (status) => otherStatuses.some((other) => other === status) || (needs[status] ?? true);
}
