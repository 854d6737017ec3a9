/** Refuses deliveries to this API, so that it never calls itself (docs/spec/webhooks.md#loop-protection). */
import { DELIVERY_USER_AGENT, WEBHOOK_ID } from '../../contract/signature.ts';
import { ServiceError } from './errors.ts';
import type { RouteEvent } from './request.ts';

type Headers = RouteEvent['headers'];

const refusing = (isDelivery: (headers: Headers) => boolean) => ({
  before: ({ event: { headers } }: { readonly event: RouteEvent }): void => {
    if (isDelivery(headers)) throw new ServiceError('loopDetected', IS_DELIVERY);
  },
});

const hasUserAgent = (headers: Headers): boolean => headers['user-agent'] === DELIVERY_USER_AGENT;

/** The middleware of most routes. Throws 508 for a request with the user agent or the `webhook-id` of a delivery. */
export const loopProtection = refusing((headers) => headers[WEBHOOK_ID] !== undefined || hasUserAgent(headers));

/** For routes with signed requests, which have a `webhook-id` themselves. Throws 508 for a delivery's user agent. */
export const loopProtectionOfSigned = refusing(hasUserAgent);

const IS_DELIVERY = `this is the delivery of a webhook, by its ${WEBHOOK_ID} or user-agent; a webhook must not point to this API`;
