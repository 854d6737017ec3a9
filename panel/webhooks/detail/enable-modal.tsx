/** Enables a webhook, and leads on to the recovery of what failed. */
import Checkbox from '@cloudscape-design/components/checkbox';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNotices } from '../../app/notices.tsx';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useUpdateWebhook } from '../webhook-changes.ts';

interface EnableModalProps {
  readonly webhookId: string;
  readonly onDismiss: () => void;
  readonly onRecover: () => void;
}

export function EnableModal({ webhookId, onDismiss, onRecover }: EnableModalProps) {
  const [recovers, setRecovers] = useState(true);
  const enabling = useUpdateWebhook(webhookId, () => ({ enabled: true }));
  const notices = useNotices();
  const enable = () =>
    enabling.mutate(undefined, {
      onSuccess: () => {
        notices.add({ type: 'success', content: 'The webhook is enabled. It gets the events from here on.' });
        if (recovers) onRecover();
        else onDismiss();
      },
    });
  return (
    <ConfirmModal
      header="Enable this webhook"
      action="Enable"
      failure="The webhook could not be enabled"
      doing={enabling}
      onConfirm={enable}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <div>Events that occur from here on are sent again. Its record of failures begins anew.</div>
        <Checkbox
          checked={recovers}
          onChange={({ detail }) => setRecovers(detail.checked)}
          description="You choose since when, and see how many there are, before anything is sent."
        >
          Then recover what had failed
        </Checkbox>
      </SpaceBetween>
    </ConfirmModal>
  );
}
