/** Answers: what an integration's payload becomes (format 2.0), and API Gateway's own messages. */
import * as v from 'valibot';
import { isObject, type Json } from '../template/json.ts';

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/** API Gateway's own answer: `{"message": …}`. */
export function ownResponse(status: number, message: string): GatewayResponse {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, cookies: [], body: Buffer.from(JSON.stringify({ message })) };
}

export const internalError = (): GatewayResponse => ownResponse(500, 'Internal Server Error');
export const serviceUnavailable = (): GatewayResponse => ownResponse(503, 'Service Unavailable');

const StructuredResponse = v.object({
  statusCode: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]),
    v.integer(),
    v.minValue(100),
    v.maxValue(599),
  ),
  headers: v.nullish(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  cookies: v.nullish(v.array(v.string()), []),
  body: v.nullish(v.string(), ''),
  isBase64Encoded: v.nullish(v.boolean(), false),
});

/** The answer that a function's payload (JSON text) stands for. A malformed one is a 500, as in AWS. */
export function responseOf(payload: string): GatewayResponse {
  const answer: Json = JSON.parse(payload);
  if (!isObject(answer) || answer['statusCode'] === undefined) return inferred(answer);
  const parsed = v.safeParse(StructuredResponse, answer);
  if (!parsed.success) return internalError();
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output;
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: statusCode,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...Object.fromEntries(named) },
    cookies: cookies ?? [],
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

/** Without a status code, the whole payload is the body of a 200. */
function inferred(answer: Json): GatewayResponse {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return { status: 200, headers: { 'content-type': 'application/json' }, cookies: [], body: Buffer.from(text) };
}
