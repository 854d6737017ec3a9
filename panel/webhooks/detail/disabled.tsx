/** Why a webhook is disabled, what that means, and the way back. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { DisabledReason } from '../../../client/index.ts';
import { Time } from '../../shared/time.tsx';
import type { Webhook } from '../webhook-queries.ts';

interface DisabledProps {
  readonly webhook: Webhook;
  readonly onEnable: () => void;
}

const reasons: Readonly<Record<DisabledReason, string>> = {
  admin: 'An admin disabled it.',
  gone: 'The receiver answered 410, which says that it wants no more events, so the service disabled it.',
  failing: 'Nothing but failures for days, so the service disabled it. Repair the receiver before you enable it.',
};

export const Disabled = ({ webhook: { disabledReason = 'admin', failingSince }, onEnable }: DisabledProps) => (
  <Alert
    type={disabledReason === 'admin' ? 'info' : 'warning'}
    header="This webhook is disabled"
    action={<Button onClick={onEnable}>Enable</Button>}
  >
    {reasons[disabledReason]}
    {failingSince !== undefined && (
      <>
        {' '}
        Every attempt had failed since <Time at={failingSince} />.
      </>
    )}{' '}
    Nothing is sent. Events that occur meanwhile are not kept for it; what failed before can be recovered once it is
    enabled.
  </Alert>
);
