/** The public exports for a customer's back end, which holds a signing key. Nothing here may reach a front end. */
export { createAccessToken, type TokenOptions } from './access-token.ts';
export { type AudienceClient, type BlockRelation, checkAudience } from './audience.ts';
export { type NewEvent, SendEventsError, type SendOptions, type SentEvents, sendEvents } from './send-events.ts';
