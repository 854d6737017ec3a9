/** CORS as an HTTP API handles it by itself: responses to preflight requests, and headers for other origins. */
import type { CorsConfiguration } from '../template/api-types.ts';
import type { GatewayRequest } from './request.ts';
import type { GatewayResponse } from './response.ts';

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
