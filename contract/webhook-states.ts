/** How a webhook is doing, why it is disabled, and what sets its pace. */
import type * as v from 'valibot';
import { doc, named } from './documentation.ts';
import { oneOf } from './schema.ts';

/** The state of a webhook's receiver (docs/spec/delivery.md#flow-control). */
export const WebhookState = named(
  'WebhookState',
  oneOf({
    active: doc('The service sends events to the receiver, or lets the receiver read events.'),
    struggling: doc(
      'The latest attempt has failed. If at least a fifth of the latest 20 attempts have failed, the state can also be `struggling` for the next ten minutes.',
    ),
    down: doc(
      'No attempt succeeds. The deliveries wait, and the service sends probes: single requests that show whether the receiver responds again.',
    ),
    disabled: doc(
      'The webhook is disabled. The service sends no events except test events and check-ups, and the receiver cannot read events.',
    ),
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
    failing: doc('All attempts had failed for several days.'),
  }),
  doc('The reason why the webhook is disabled. The field is present only while the state is `disabled`.'),
);
export type DisabledReason = v.InferOutput<typeof DisabledReason>;

/** What sets the pace of a webhook that has a ceiling (docs/spec/webhooks.md#ceilings). */
export const PaceSetter = named(
  'PaceSetter',
  oneOf({
    receiver: doc('The receiver sets the pace, because it can handle fewer requests than the ceiling allows.'),
    ceiling: doc(
      'The ceiling sets the pace, because the receiver can handle as many requests as the ceiling allows, or because the service knows no limit of the receiver.',
    ),
  }),
  doc('The limit that currently sets the pace of the requests. The field is absent if the webhook has no ceiling.'),
);
export type PaceSetter = v.InferOutput<typeof PaceSetter>;
