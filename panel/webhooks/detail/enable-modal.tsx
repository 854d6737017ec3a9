/** Enables a webhook, optionally followed by the recovery of its failed deliveries. */
import Checkbox from '@cloudscape-design/components/checkbox';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { useUpdateWebhook } from '../webhook-mutations.ts';

interface EnableModalProps {
  readonly webhookId: string;
  readonly onDismiss: () => void;
  readonly onRecover: () => void;
}

export function EnableModal({ webhookId, onDismiss, onRecover }: EnableModalProps) {
  const [recovers, setRecovers] = useState(true);
  const enabling = useUpdateWebhook(webhookId, () => ({ enabled: true }));
  const notify = useNotify();
  const enable = () =>
    enabling.mutate(undefined, {
      onSuccess: () => {
        notify('The webhook is enabled. It gets events from now on.');
        if (recovers) onRecover();
        else onDismiss();
      },
    });
  return (
    <ConfirmModal
      header="Enable this webhook?"
      confirmText="Enable"
      errorHeader="The webhook could not be enabled"
      call={enabling}
      onConfirm={enable}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <div>The webhook gets events from now on. Its record of failures is cleared.</div>
        <Checkbox
          checked={recovers}
          onChange={({ detail }) => setRecovers(detail.checked)}
          description="You can choose the time range, and see how many there are, before anything is sent."
        >
          Recover failed deliveries afterwards
        </Checkbox>
      </SpaceBetween>
    </ConfirmModal>
  );
}
