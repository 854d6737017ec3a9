/** Disables a webhook, after saying what becomes of what waits. */
import { useNotices } from '../../app/notices.tsx';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useUpdateWebhook } from '../webhook-changes.ts';

interface DisableModalProps {
  readonly webhookId: string;
  readonly onDismiss: () => void;
}

export function DisableModal({ webhookId, onDismiss }: DisableModalProps) {
  const disabling = useUpdateWebhook(webhookId, () => ({ enabled: false }));
  const notices = useNotices();
  const disable = () =>
    disabling.mutate(undefined, {
      onSuccess: () => {
        notices.add({ type: 'success', content: 'The webhook is disabled. The last requests begin within 5 seconds.' });
        onDismiss();
      },
    });
  return (
    <ConfirmModal
      header="Disable this webhook?"
      action="Disable"
      failure="The webhook could not be disabled"
      doing={disabling}
      onConfirm={disable}
      onDismiss={onDismiss}
    >
      <ul>
        <li>Nothing is sent any more, except test events.</li>
        <li>Deliveries that wait for a retry become failed. You can recover them once it is enabled again.</li>
        <li>Events that occur while it is disabled are not kept for it and can’t be recovered.</li>
      </ul>
    </ConfirmModal>
  );
}
