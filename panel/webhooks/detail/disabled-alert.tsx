/** Explains why a webhook is disabled and what that means, with a button to enable it. */

import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { DisabledReason } from '../../../client/index.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { ForAdmins } from '../../shared/for-admins.tsx';
import { numberText } from '../../shared/number-text.ts';
import { Time } from '../../shared/time.tsx';

/** As in docs/spec/delivery.md, "Disabled webhooks". */
const MAX_KEPT = 100_000;

interface DisabledAlertProps {
  readonly webhook: Webhook;
  readonly onEnable: () => void;
}

const reasons: Readonly<Record<DisabledReason, string>> = {
  admin: 'An admin disabled it.',
  gone: 'The service disabled it, because the receiver responded with 410: it does not want more events.',
  failing:
    'The service disabled it, because every attempt failed for days. Fix the receiver before you enable the webhook.',
};

/** What becomes of the events that occur now. The service's count lags, and may count an event twice. */
const keptText = (events: number): string =>
  events < MAX_KEPT
    ? `Events that occur meanwhile are kept in the same way, up to ${numberText(MAX_KEPT)}; so far about ${numberText(events)}.`
    : `The first ${numberText(MAX_KEPT)} events since then were kept in the same way. Further ones are lost to this webhook.`;

export const DisabledAlert = ({
  webhook: { disabledReason = 'admin', failingSince, keptEvents = 0 },
  onEnable,
}: DisabledAlertProps) => (
  <Alert
    type={disabledReason === 'admin' ? 'info' : 'warning'}
    header="This webhook is disabled"
    action={
      <ForAdmins>
        <Button onClick={onEnable}>Enable</Button>
      </ForAdmins>
    }
  >
    {reasons[disabledReason]}
    {disabledReason === 'failing' && failingSince !== undefined && (
      <>
        {' '}
        No attempt had succeeded since <Time at={failingSince} />.
      </>
    )}{' '}
    Nothing is sent. Deliveries that waited become failed within about a minute; a recovery sends them once you enable
    the webhook. {keptText(keptEvents)}
  </Alert>
);
