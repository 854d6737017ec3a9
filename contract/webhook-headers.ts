/** Custom headers: a webhook's requests carry them in addition, such as an API key of the receiver. */
import * as v from 'valibot';
import { isJsonObject, refusing } from './schema.ts';
import { EVENT_ACCEPTED_AT, EVENT_ID } from './signature.ts';

/** Names that a webhook can't set: the service's, of framing, and of one connection (RFC 9110 section 7.6.1). */
export const reservedHeaders: readonly string[] = [
  'accept-encoding',
  'alt-used',
  'connection',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  EVENT_ACCEPTED_AT,
  EVENT_ID,
];

/** Every header whose name begins with one of these is reserved, too. */
export const reservedHeaderPrefixes: readonly string[] = [
  'content-',
  'proxy-',
  'sec-',
  'webhook-',
  'x-forwarded-',
  'x-legacy-',
  'x-service-',
];

/** Whether the name is reserved, in upper or lower case. */
function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return reservedHeaders.includes(lower) || reservedHeaderPrefixes.some((prefix) => lower.startsWith(prefix));
}

/** The most custom headers of one webhook. */
export const MAX_WEBHOOK_HEADERS = 20;
/** The most characters of a value. */
export const MAX_WEBHOOK_HEADER_VALUE_LENGTH = 1024;
const WEBHOOK_HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/;
const WEBHOOK_HEADER_VALUE = /^[\x20-\x7e]*$/;

const HEADERS = `must be an object of at most ${MAX_WEBHOOK_HEADERS} header names and values`;
const NAME = "must be a header name: 1 to 128 letters, digits and !#$%&'*+-.^_`|~";
const RESERVED = 'must not be a header that is set by the service or belongs to the connection';
const VALUE = `must be a header value: at most ${MAX_WEBHOOK_HEADER_VALUE_LENGTH} printable ASCII characters`;

const HeaderName = v.pipe(
  v.string(NAME),
  v.regex(WEBHOOK_HEADER_NAME, NAME),
  v.check((name) => !isReservedHeader(name), RESERVED),
);
const HeaderValue = v.pipe(
  v.string(VALUE),
  v.maxLength(MAX_WEBHOOK_HEADER_VALUE_LENGTH, VALUE),
  v.regex(WEBHOOK_HEADER_VALUE, VALUE),
);

/** Names that are unsafe as keys of a JavaScript object. Nobody needs them as header names. */
const unsafeHeaderNames = ['__proto__', 'constructor', 'prototype'];

/** Their number is looked at before each of them. */
const hasTooMany = (headers: unknown): boolean =>
  isJsonObject(headers) && Object.keys(headers).length > MAX_WEBHOOK_HEADERS;

const HeaderObject = v.pipe(
  refusing(hasTooMany, v.custom<Record<string, unknown>>(isJsonObject, HEADERS)),
  // For the OpenAPI document, which can't express a custom check.
  v.metadata({ type: 'object', additionalProperties: { type: 'string', maxLength: MAX_WEBHOOK_HEADER_VALUE_LENGTH } }),
);

/** Header name → value. HTTP ignores the case of names, so two spellings of one name are refused. */
export const WebhookHeaders = v.pipe(
  HeaderObject,
  v.check(
    (headers) => !unsafeHeaderNames.some((name) => Object.hasOwn(headers, name)),
    `must not name a header ${unsafeHeaderNames.join(', ')}`,
  ),
  v.record(HeaderName, HeaderValue, HEADERS),
  v.maxEntries(MAX_WEBHOOK_HEADERS, HEADERS),
  v.check((headers) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    return new Set(names).size === names.length;
  }, 'must not name a header twice; upper and lower case are the same'),
);
