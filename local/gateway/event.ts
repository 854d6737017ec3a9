/**
 * Events of payload format 2.0, as HTTP APIs send them to integrations and Lambda authorizers: empty fields are absent,
 * and the body is text only for content types that API Gateway treats as text.
 */
import { LOCAL_ACCOUNT } from '../template/names.ts';
import type { GatewayRequest } from './request.ts';

/** What all events of one request contain. */
export interface RequestFacts {
  readonly request: GatewayRequest;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly apiId: string;
  readonly stage: string;
  /** Also the response's `apigw-requestid`. */
  readonly requestId: string;
  readonly now: Date;
}

/** The event that an integration gets. `authorizer` is the context that a Lambda authorizer returned. */
export function integrationEvent(facts: RequestFacts, body: Buffer, authorizer: object | undefined): object {
  const lambda = authorizer === undefined ? {} : { authorizer: { lambda: authorizer } };
  return {
    version: '2.0',
    ...commonFields(facts),
    requestContext: requestContext(facts, lambda),
    ...bodyFields(body, facts.request.headers['content-type']),
  };
}

/** The event that a Lambda authorizer gets. */
export function authorizerEvent(facts: RequestFacts, routeArn: string, identitySource: readonly string[]): object {
  return {
    version: '2.0',
    type: 'REQUEST',
    routeArn,
    identitySource,
    ...commonFields(facts),
    requestContext: requestContext(facts, {}),
  };
}

function commonFields({ request, routeKey, pathParameters }: RequestFacts): object {
  return {
    routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    ...(request.cookies.length === 0 ? {} : { cookies: request.cookies }),
    headers: request.headers,
    ...(request.query === '' ? {} : { queryStringParameters: queryParameters(request.query) }),
    ...(Object.keys(pathParameters).length === 0 ? {} : { pathParameters }),
  };
}

function requestContext({ request, routeKey, apiId, stage, requestId, now }: RequestFacts, authorizer: object): object {
  const domainName = (request.headers['host'] ?? 'localhost').replace(/:\d+$/, '');
  return {
    accountId: LOCAL_ACCOUNT,
    apiId,
    ...authorizer,
    domainName,
    domainPrefix: domainName.split('.')[0],
    http: {
      method: request.method,
      path: request.path,
      protocol: request.protocol,
      sourceIp: request.sourceIp,
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId,
    routeKey,
    stage,
    time: clfTime(now),
    timeEpoch: now.getTime(),
  };
}

/** Repeated parameters are joined with commas. */
function queryParameters(query: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    parameters.set(name, parameters.has(name) ? `${parameters.get(name)},${value}` : value);
  }
  return Object.fromEntries(parameters);
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/xml', 'application/javascript']);

/** Forms, unknown types and bodies without a type are sent as Base64, as in AWS. */
function bodyFields(body: Buffer, contentType: string | undefined): object {
  if (body.length === 0) return { isBase64Encoded: false };
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isText = type.startsWith('text/') || TEXT_TYPES.has(type);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}

/** The time of access logs, such as `12/Mar/2020:19:03:58 +0000`. */
function clfTime(now: Date): string {
  const [, day, month, year, clock] = now.toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
}
