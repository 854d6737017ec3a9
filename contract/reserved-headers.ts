/** Headers that a webhook can't set, because the service or HTTP does. All names are in lower case. */

/** Those of the service, of the message's framing, and of a single connection (RFC 9110 section 7.6.1). */
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
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return reservedHeaders.includes(lower) || reservedHeaderPrefixes.some((prefix) => lower.startsWith(prefix));
}
