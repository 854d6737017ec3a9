/** What the project's command line and panel share with the client. The package that is published does not export it. */
export { newIdempotencyKey } from './exchange.ts';
export { hmac } from './hmac.ts';
export { JsonText } from './json-text.ts';
export { acceptedAt, post, standardHeaders } from './webhooks/ledger.ts';
