/** How a webhook is doing, why it is disabled, and what sets its pace. */
import type * as v from 'valibot';
import { doc, named } from './documentation.ts';
import { oneOf } from './schema.ts';

/** The state of a webhook's receiver (docs/spec/delivery.md#flow-control). */
export const WebhookState = named(
  'WebhookState',
  oneOf({
    active: doc('The service sends events, or the receiver can read them.'),
    struggling: doc(
      'The latest attempt has failed. The state is also `struggling` if at some time in the last ten minutes, at least a fifth of the latest 20 attempts had failed.',
    ),
    down: doc('No attempt succeeds, and the service sends only single requests as probes.'),
    disabled: doc('The service sends no events, and the receiver can read no events.'),
  }),
  doc('The state of the webhook.'),
);
export type WebhookState = v.InferOutput<typeof WebhookState>;

/** Why a webhook is disabled (docs/spec/delivery.md#auto-disable). */
export const DisabledReason = named(
  'DisabledReason',
  oneOf({
    admin: doc('An admin disabled the webhook.'),
    gone: doc('The receiver responded with 410.'),
    failing: doc('Every attempt failed for several days.'),
  }),
  doc('Why the webhook is disabled; present while the state is `disabled`.'),
);
export type DisabledReason = v.InferOutput<typeof DisabledReason>;

/** What sets the pace of a webhook that has a ceiling (docs/spec/webhooks.md#ceilings). */
export const PaceSetter = named(
  'PaceSetter',
  oneOf({
    receiver: doc('The receiver can handle fewer requests than the ceiling allows.'),
    ceiling: doc(
      'The receiver can handle as many requests as the ceiling allows, or no limit of the receiver is known.',
    ),
  }),
  doc('What limits the pace of the requests at present; absent if the webhook has no ceiling.'),
);
export type PaceSetter = v.InferOutput<typeof PaceSetter>;
