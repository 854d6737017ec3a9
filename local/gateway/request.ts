/**
 * An HTTP request as API Gateway sees it (a limited body, header names in lower case, path and query exactly as sent),
 * and the events of payload format 2.0 that integrations and Lambda authorizers get: empty fields are absent, and the
 * body is text only for content types that API Gateway treats as text.
 */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { LOCAL_ACCOUNT } from '../template/names.ts';

/** API Gateway's limit. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** How long the rest of a larger one is waited for. */
const DISCARD_MS = 2_000;

export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty if the URL has none. */
  readonly query: string;
  readonly protocol: string;
  readonly sourceIp: string;
  /** Names in lower case; repeated headers are joined with commas. Without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** Everything but the body. */
export function readHead(message: IncomingMessage): GatewayRequest {
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  const { cookie: cookies = [], ...headers } = message.headersDistinct;
  const sourceIp = (message.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    protocol: `HTTP/${message.httpVersion}`,
    sourceIp,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(',')])),
      'x-forwarded-for': sourceIp,
      'x-forwarded-port': String(message.socket.localPort ?? ''),
      'x-forwarded-proto': 'http',
    },
    cookies: cookies.flatMap((text) => text.split(/;\s*/)).filter((cookie) => cookie !== ''),
  };
}

/** The body, or `too large` if it is. Rejects if the client disconnects. */
export async function readBody(message: IncomingMessage): Promise<Buffer | 'too large'> {
  if (Number(message.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return discard(message);
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection must survive an early return: the response is still to be sent on it.
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return discard(message);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Many clients read no response before they have sent everything, and would see a broken connection instead. */
async function discard(message: IncomingMessage): Promise<'too large'> {
  message.resume();
  await finished(message, { signal: AbortSignal.timeout(DISCARD_MS) }).catch(() => undefined);
  return 'too large';
}

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
  const parameters = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  return Object.fromEntries([...parameters].map(([name, pairs]) => [name, pairs.map(([, value]) => value).join(',')]));
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
