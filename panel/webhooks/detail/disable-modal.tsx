/** Disables a webhook, after explaining what that does. */

import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { useUpdateWebhook } from '../webhook-mutations.ts';

interface DisableModalProps {
  readonly webhookId: string;
  readonly onDismiss: () => void;
}

export function DisableModal({ webhookId, onDismiss }: DisableModalProps) {
  const disabling = useUpdateWebhook(webhookId, () => ({ enabled: false }));
  const notify = useNotify();
  const disable = () =>
    disabling.mutate(undefined, {
      onSuccess: () => {
        notify('The webhook is disabled. Requests may still be sent for up to 5 seconds.');
        onDismiss();
      },
    });
  return (
    <ConfirmModal
      header="Disable this webhook?"
      confirmText="Disable"
      errorHeader="The webhook could not be disabled"
      call={disabling}
      onConfirm={disable}
      onDismiss={onDismiss}
    >
      <ul>
        <li>Nothing is sent, except test events.</li>
        <li>
          Deliveries that wait, for a retry or for the receiver, become failed within about a minute. A recovery sends
          them once the webhook is enabled again.
        </li>
        <li>
          The first 100,000 events that occur while the webhook is disabled are kept for it, as failed deliveries. A
          recovery sends them, too.
        </li>
      </ul>
    </ConfirmModal>
  );
}
