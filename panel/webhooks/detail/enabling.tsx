/** Enables and disables a webhook, and explains why it is disabled and what that means. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DisabledReason } from '@social-platform-services/client';
import { useState } from 'react';
import { useChange } from '../../api/api-provider.tsx';
import { ForAdmins } from '../../session/session-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { destinationOf, shortUrl } from '../../shared/texts.ts';
import { Time } from '../../shared/time.tsx';

interface DisabledAlertProps {
  readonly webhook: Webhook;
  /** Absent beside other webhooks, from where a link leads to this one. */
  readonly onEnable?: () => void;
  /** Beside other webhooks. */
  readonly isNamed?: boolean;
}

const reasons: Readonly<Record<DisabledReason, string>> = {
  admin: 'An admin disabled it.',
  gone: 'The service disabled it, because the receiver responded with 410: it does not want more events.',
  failing:
    'The service disabled it, because every attempt failed for days. Fix the receiver before you enable the webhook.',
};

export const DisabledAlert = ({
  webhook,
  webhook: { webhookId, disabledReason = 'admin', failingSince },
  onEnable,
  isNamed = false,
}: DisabledAlertProps) => (
  <Alert
    type={disabledReason === 'admin' ? 'info' : 'warning'}
    header={isNamed ? `${shortUrl(destinationOf(webhook))} is disabled` : 'This webhook is disabled'}
    action={
      onEnable === undefined ? (
        <Button href={`#/webhooks/${webhookId}`}>View webhook</Button>
      ) : (
        <ForAdmins>
          <Button onClick={onEnable}>Enable</Button>
        </ForAdmins>
      )
    }
  >
    {reasons[disabledReason]}
    {disabledReason === 'failing' && failingSince !== undefined && (
      <>
        {' '}
        No attempt had succeeded since <Time at={failingSince} />.
      </>
    )}{' '}
    Nothing is sent. Within two minutes, waiting deliveries begin to fail. Once you enable the webhook, a recovery can
    send them, and the events that occurred while the webhook was disabled.
  </Alert>
);

interface EnableModalProps {
  readonly webhookId: string;
  readonly onDismiss: () => void;
  readonly onRecover: () => void;
}

/** Enables a webhook, optionally followed by the recovery of its failed deliveries. */
export function EnableModal({ webhookId, onDismiss, onRecover }: EnableModalProps) {
  const [recovers, setRecovers] = useState(true);
  const notify = useNotify();
  const { mutateAsync: enable } = useChange((client) =>
    client.updateWebhook({ parameters: { webhookId }, body: { enabled: true } }),
  );
  return (
    <ConfirmModal
      header="Enable this webhook?"
      confirmText="Enable"
      errorHeader="The webhook could not be enabled"
      onConfirm={async () => {
        await enable();
        notify('The webhook is enabled. It gets events from now on.');
        if (recovers) onRecover();
        else onDismiss();
      }}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <div>The webhook gets events from now on. Its record of failures is cleared.</div>
        <Checkbox
          checked={recovers}
          onChange={({ detail }) => setRecovers(detail.checked)}
          description="You can choose the time range, and see how many there are, before anything is sent."
        >
          Then send what it did not get
        </Checkbox>
      </SpaceBetween>
    </ConfirmModal>
  );
}

/** Disables a webhook, after explaining what that does. */
export function DisableModal({ webhookId, onDismiss }: Pick<EnableModalProps, 'webhookId' | 'onDismiss'>) {
  const notify = useNotify();
  const { mutateAsync: disable } = useChange((client) =>
    client.updateWebhook({ parameters: { webhookId }, body: { enabled: false } }),
  );
  return (
    <ConfirmModal
      header="Disable this webhook?"
      confirmText="Disable"
      errorHeader="The webhook could not be disabled"
      onConfirm={async () => {
        await disable();
        notify('The webhook is disabled. Requests may still be sent for up to 5 seconds.');
        onDismiss();
      }}
      onDismiss={onDismiss}
    >
      <ul>
        <li>Nothing is sent, except test events and check-ups.</li>
        <li>
          Within two minutes, waiting deliveries begin to fail. A recovery can send them once the webhook is enabled
          again.
        </li>
        <li>
          A recovery can also send the events that occur while the webhook is disabled, as long as the service keeps
          them.
        </li>
      </ul>
    </ConfirmModal>
  );
}
