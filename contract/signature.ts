/** Names of the headers of a signed request, and its user agent (docs/spec/delivery.md#request-headers). */

/** Base64 of HMAC-SHA256 over the body, with the secret's text as the key. */
export const SERVICE_SIGNATURE = 'x-service-signature';
/** The same digest, on the legacy request (docs/spec/delivery.md#legacy-request). */
export const LEGACY_SIGNATURE = 'x-legacy-signature';
/** Standard Webhooks: the delivery's id, the same in every attempt. */
export const WEBHOOK_ID = 'webhook-id';
/** Standard Webhooks: seconds since 1970 at which the attempt was signed. */
export const WEBHOOK_TIMESTAMP = 'webhook-timestamp';
/** Standard Webhooks: `v1,<base64>`, one for each live secret, separated by spaces. */
export const WEBHOOK_SIGNATURE = 'webhook-signature';

/** The event's id: percent-encoded where it has other characters than visible ASCII. */
export const EVENT_ID = 'x-event-id';
/** Milliseconds since 1970 at which the event was accepted. */
export const EVENT_ACCEPTED_AT = 'x-event-accepted-at';

/** The `user-agent` of every delivery. */
export const DELIVERY_USER_AGENT = 'social-platform-services/1 (webhooks)';

/** The beginning of every secret; the rest is Base64. */
export const SECRET_PREFIX = 'whsec_';
