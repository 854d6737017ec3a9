/** Reads JSON request bodies (docs/spec/requests.md#request-bodies): their exact text, and the value that it holds. */
import { jsonParseProtectProto } from '@middy/util';
import type { RequestBody } from '../../contract/route.ts';
import { badRequest, ServiceError } from './errors.ts';
import type { RouteEvent } from './request.ts';

/** A body that was read. */
interface ReadBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * The body of a request; nothing of it for a route that takes none. Throws 400 where it is missing, not UTF-8 or not
 * JSON, 413 where it is too large, 415 for another content type.
 */
export function readBody(event: RouteEvent, definition: RequestBody | undefined): ReadBody {
  if (definition === undefined) return { text: '', value: undefined };
  const text = bodyText(event, definition);
  try {
    return { text, value: definition.anyMemberNames ? JSON.parse(text) : jsonParseProtectProto(text) };
  } catch (error) {
    throw badRequest(error instanceof SyntaxError ? NOT_JSON : FORBIDDEN_MEMBER);
  }
}

const NOT_JSON = 'the request body must be a JSON object';
const FORBIDDEN_MEMBER = 'the request body must not have members named __proto__, or constructor with a prototype';
const JSON_CONTENT_TYPE = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i;

/** Bytes of a request's body. */
export const bodyBytes = ({ body = '', isBase64Encoded }: Pick<RouteEvent, 'body' | 'isBase64Encoded'>): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

function bodyText(event: RouteEvent, { maxBytes, optional }: RequestBody): string {
  const { body, headers, isBase64Encoded } = event;
  if (body === undefined || body === '') {
    if (optional) return '{}';
    throw badRequest('the request body is missing; it must be a JSON object');
  }
  if (!JSON_CONTENT_TYPE.test(headers['content-type'] ?? '')) {
    throw new ServiceError('unsupportedMediaType', 'the content-type must be application/json');
  }
  const size = bodyBytes(event);
  if (size > maxBytes) throw new ServiceError('payloadTooLarge', `the request body must be at most ${maxBytes} bytes`);
  const text = isBase64Encoded ? decoded(body) : body;
  if (text === undefined || wasReplaced(text, size, headers['content-length'])) {
    throw badRequest('the request body must be UTF-8');
  }
  return text;
}

function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/**
 * Whether API Gateway replaced bytes that are not UTF-8 by U+FFFD, which it does for `application/json`: the text is
 * longer then than the body that the caller sent.
 */
const wasReplaced = (text: string, size: number, contentLength: string | undefined): boolean =>
  text.includes('\ufffd') && contentLength !== undefined && Number(contentLength) !== size;
