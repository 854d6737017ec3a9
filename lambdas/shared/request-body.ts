/**
 * Reads JSON request bodies (docs/spec/requests.md#request-bodies): their exact text, and the value that it holds.
 *
 * middy's parser makes the value. What a caller may send is checked before: the parser takes any size and depth, decodes
 * without a look at what is no UTF-8, and has messages of its own.
 */
import type { MiddlewareObj, Request } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { MAX_JSON_LEVELS, placeBeyond } from '../../contract/json-text.ts';
import type { RequestBody } from '../../contract/route.ts';
import { badRequest, ServiceError } from './errors.ts';
import { fieldMessage, type RouteEvent } from './request.ts';
import type { RequestContext } from './responses.ts';

/** What a body is read from. */
type BodySource = Pick<RouteEvent, 'body' | 'headers' | 'isBase64Encoded'>;
type BodyRequest = Request<RouteEvent, APIGatewayProxyStructuredResultV2, Error, RequestContext>;

/**
 * Puts the value of the body in place of `event.body`, and its text into the context; of a route that takes none it
 * reads nothing. Throws 400 where the body is missing, not UTF-8, not JSON or nested too deeply, 413 where it is too large,
 * 415 for another content type.
 */
export function jsonBody(
  definition: RequestBody | undefined,
): MiddlewareObj<RouteEvent, APIGatewayProxyStructuredResultV2, Error, RequestContext> {
  return {
    before: (request) => {
      const { event, context } = request;
      if (definition === undefined) return;
      const text = bodyText(event, definition);
      refuseDeep(text, definition);
      context.bodyText = text;
      Object.assign(event, { body: text, isBase64Encoded: false });
      if (definition.anyMemberNames) Object.assign(event, { body: parsed(text) });
      else parse(request);
    },
  };
}

// The type of the content was checked, and a body that may be left out has none.
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

/** With the parser, which refuses names of members that are dangerous in JavaScript: 422. */
function parse(request: BodyRequest): void {
  try {
    parser.before?.(request);
  } catch (error) {
    const isForbidden = error instanceof Error && error.message.startsWith('Forbidden');
    throw badRequest(isForbidden ? FORBIDDEN_MEMBERS : NOT_JSON);
  }
}

const FORBIDDEN_MEMBERS = 'the request body must not have members named __proto__, or constructor with a prototype';
const NOT_JSON = 'the request body must be a JSON object';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(NOT_JSON);
  }
}

/**
 * Of the text: of repeated members the value has only the last, and receivers get all. The parser calls itself for each
 * level, so that this comes before it.
 */
function refuseDeep(text: string, { envelope = 1 }: RequestBody): void {
  const path = placeOfDepth(text, envelope);
  if (path === undefined) return;
  // Only of JSON something is known to be too deep. This needs no stack, unlike the parser.
  parsed(text);
  const keys = path.map((key) => ({ key: typeof key === 'string' ? shortened(key) : key }));
  throw badRequest(fieldMessage(keys, `must be nested at most ${MAX_JSON_LEVELS} levels deep`));
}

/** Throws 400 for a text that is not JSON, where that is noticed. */
function placeOfDepth(text: string, envelope: number): readonly (string | number)[] | undefined {
  try {
    return placeBeyond(text, envelope + MAX_JSON_LEVELS, envelope);
  } catch {
    throw badRequest(NOT_JSON);
  }
}

/** Members that the service does not know have names of any length. */
const shortened = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

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
