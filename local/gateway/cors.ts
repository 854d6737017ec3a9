/** CORS as an HTTP API does it by itself: preflight answers, and headers on answers to other origins. */
import type { CorsConfiguration } from '../template/resource-types.ts';
import type { GatewayRequest } from './request.ts';
import type { GatewayResponse } from './response.ts';

/** The answer to a preflight request, where the API has CORS and no route takes OPTIONS. */
export function preflightResponse(cors: CorsConfiguration, request: GatewayRequest): GatewayResponse {
  const origin = allowedOrigin(cors, request);
  if (origin === undefined) return { status: 204, headers: {}, cookies: [], body: Buffer.alloc(0) };
  const headers = {
    ...originHeaders(cors, origin),
    ...(cors.AllowMethods.length === 0 ? {} : { 'access-control-allow-methods': cors.AllowMethods.join(',') }),
    ...(cors.AllowHeaders.length === 0 ? {} : { 'access-control-allow-headers': cors.AllowHeaders.join(',') }),
    ...(cors.MaxAge === undefined ? {} : { 'access-control-max-age': String(cors.MaxAge) }),
  };
  return { status: 204, headers, cookies: [], body: Buffer.alloc(0) };
}

/** `response` with the headers that let the request's origin read it. */
export function withCorsHeaders(
  cors: CorsConfiguration | undefined,
  request: GatewayRequest,
  response: GatewayResponse,
): GatewayResponse {
  const origin = cors === undefined ? undefined : allowedOrigin(cors, request);
  if (cors === undefined || origin === undefined) return response;
  const exposed =
    cors.ExposeHeaders.length === 0 ? {} : { 'access-control-expose-headers': cors.ExposeHeaders.join(',') };
  return { ...response, headers: { ...response.headers, ...originHeaders(cors, origin), ...exposed } };
}

function allowedOrigin(cors: CorsConfiguration, request: GatewayRequest): string | undefined {
  const origin = request.headers['origin'];
  if (origin === undefined) return undefined;
  if (cors.AllowOrigins.includes('*')) return cors.AllowCredentials ? origin : '*';
  const allowed = cors.AllowOrigins.some((pattern) => matches(pattern.toLowerCase(), origin.toLowerCase()));
  return allowed ? origin : undefined;
}

/** `https://*` and `https://*.example.com` are patterns of HTTP APIs. */
function matches(pattern: string, origin: string): boolean {
  const [before, after] = pattern.split('*');
  if (before === undefined || after === undefined) return pattern === origin;
  return origin.length >= before.length + after.length && origin.startsWith(before) && origin.endsWith(after);
}

function originHeaders(cors: CorsConfiguration, origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    ...(origin === '*' ? {} : { vary: 'Origin' }),
    ...(cors.AllowCredentials ? { 'access-control-allow-credentials': 'true' } : {}),
  };
}
