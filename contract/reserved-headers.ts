/** Which headers a webhook's configuration may add to its requests (issue "custom headers"): not the ones that we or HTTP set. */

/** In lower case. Ours, those that frame the message, and those that are a matter of one connection (RFC 9110 section 7.6.1). */
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

/** In lower case. Whole families that are reserved. */
export const reservedHeaderPrefixes: readonly string[] = [
  'content-',
  'proxy-',
  'sec-',
  'webhook-',
  'x-forwarded-',
  'x-legacy-',
  'x-service-',
];

/** Whether a custom header may not have this name, in any spelling of its letters. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return reservedHeaders.includes(lower) || reservedHeaderPrefixes.some((prefix) => lower.startsWith(prefix));
}
