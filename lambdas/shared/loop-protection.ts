/** Refuses deliveries of webhooks that point to this API, so that it never calls itself (docs/spec/webhooks.md#loop-protection). */
import { DELIVERY_USER_AGENT, WEBHOOK_ID } from '../../contract/signature.ts';
import { ServiceError } from './errors.ts';
import type { RouteEvent } from './request.ts';

/** The middleware of every route. Throws 508 for a request with the user agent or the `webhook-id` of a delivery. */
export const loopProtection = {
  before: ({ event: { headers } }: { readonly event: RouteEvent }): void => {
    if (headers[WEBHOOK_ID] === undefined && headers['user-agent'] !== DELIVERY_USER_AGENT) return;
    throw new ServiceError('loopDetected', IS_DELIVERY);
  },
};

const IS_DELIVERY = `this is the delivery of a webhook, by its ${WEBHOOK_ID} or user-agent; a webhook must not point to this API`;
