/** Reads JSON request bodies (docs/spec/requests.md#request-bodies): their exact text, and the value that it holds. */
import { jsonParseProtectProto } from '@middy/util';
import { MAX_JSON_LEVELS, placeBeyond } from '../../contract/json-text.ts';
import type { RequestBody } from '../../contract/route.ts';
import { badRequest, ServiceError } from './errors.ts';
import { fieldMessage, type RouteEvent } from './request.ts';

/** What a body is read from. */
type BodySource = Pick<RouteEvent, 'body' | 'headers' | 'isBase64Encoded'>;

/** A body that was read. */
interface ReadBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * The body of a request; nothing of it for a route that takes none. Throws 400 where it is missing, not UTF-8, not JSON
 * or nested too deeply, 413 where it is too large, 415 for another content type.
 */
export function readBody(event: BodySource, definition: RequestBody | undefined): ReadBody {
  if (definition === undefined) return { text: '', value: undefined };
  const text = bodyText(event, definition);
  const value = jsonOf(text);
  refuseDeep(text, definition);
  const isChecked = !definition.anyMemberNames && MAY_FORBID.test(text);
  return { text, value: isChecked ? withoutForbiddenMembers(text) : value };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the request body must be a JSON object');
  }
}

/** Of the text: of repeated members the value has only the last, and receivers get all. */
function refuseDeep(text: string, { envelope = 1 }: RequestBody): void {
  const path = placeBeyond(text, envelope + MAX_JSON_LEVELS, envelope);
  if (path === undefined) return;
  const keys = path.map((key) => ({ key: typeof key === 'string' ? shortened(key) : key }));
  throw badRequest(fieldMessage(keys, `must be nested at most ${MAX_JSON_LEVELS} levels deep`));
}

/** Members that the service does not know have names of any length. */
const shortened = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

/** What a text with a forbidden name has, or an escape in its place. The check takes ten times as long as to parse. */
const MAY_FORBID = /__proto__|prototype|\\u/;

/** Recursive, and so only for a text whose depth was checked. */
function withoutForbiddenMembers(text: string): unknown {
  try {
    return jsonParseProtectProto(text);
  } catch {
    throw badRequest('the request body must not have members named __proto__, or constructor with a prototype');
  }
}

const JSON_CONTENT_TYPE = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i;

/** Bytes of a request's body. */
export const bodyBytes = ({ body = '', isBase64Encoded }: Omit<BodySource, 'headers'>): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

function bodyText(event: BodySource, { maxBytes, optional }: RequestBody): string {
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
