/** Responses: those that functions return (payload format 2.0), API Gateway's own, and those to requests of other origins (CORS). */
import * as v from 'valibot';
import type { CorsConfiguration } from '../template/api-types.ts';
import type { GatewayRequest } from './request.ts';

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A response of the gateway itself: `{"message": …}`. */
export const ownResponse = (status: number, message: string): GatewayResponse => jsonResponse(status, { message });

export const internalError = (): GatewayResponse => ownResponse(500, 'Internal Server Error');
export const serviceUnavailable = (): GatewayResponse => ownResponse(503, 'Service Unavailable');

export const jsonResponse = (status: number, value: object): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

/** An error in the form of AWS's own APIs. */
export function awsFailure(status: number, name: string, message: string): GatewayResponse {
  const { headers, body } = jsonResponse(status, { Type: 'User', Message: message });
  return { status, headers: { ...headers, 'x-amzn-errortype': name }, body };
}

/** What our functions return. Other forms of payload format 2.0, such as cookies, are not hosted. */
const FunctionResponse = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    statusCode: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599)),
    headers: v.record(v.string(), v.string()),
    body: v.optional(v.string(), ''),
    isBase64Encoded: v.optional(v.boolean(), false),
  }),
);

/** The response in a function's result (JSON text). A malformed one is a 500, as in AWS. */
export function responseOf(payload: string): GatewayResponse {
  const parsed = v.safeParse(FunctionResponse, payload);
  if (!parsed.success) return internalError();
  const { statusCode, headers, body, isBase64Encoded } = parsed.output;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: statusCode,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...Object.fromEntries(named) },
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

const anyOrigin = { 'access-control-allow-origin': '*' } as const;

const isCrossOrigin = ({ headers }: GatewayRequest): boolean => headers['origin'] !== undefined;

/** The response to a preflight request that no route handles. */
export function preflightResponse(cors: CorsConfiguration, request: GatewayRequest): GatewayResponse {
  const headers = {
    ...anyOrigin,
    'access-control-allow-methods': cors.AllowMethods.join(','),
    'access-control-allow-headers': cors.AllowHeaders.join(','),
    'access-control-max-age': String(cors.MaxAge),
  };
  return { status: 204, headers: isCrossOrigin(request) ? headers : {}, body: Buffer.alloc(0) };
}

/** `response` with the headers that let the page that sent the request read it. */
export function withCorsHeaders(
  cors: CorsConfiguration | undefined,
  request: GatewayRequest,
  response: GatewayResponse,
): GatewayResponse {
  if (cors === undefined || !isCrossOrigin(request)) return response;
  const exposed = { 'access-control-expose-headers': cors.ExposeHeaders.join(',') };
  return { ...response, headers: { ...response.headers, ...anyOrigin, ...exposed } };
}
