/** Explains what a replay does, and starts it. */
import Box from '@cloudscape-design/components/box';
import type { DeliveryDetail } from '../../../client/index.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { RETRY_SCHEDULE } from '../../shared/delivery-texts.ts';
import { useNotify } from '../../shared/notifications.tsx';
import { shortUrl } from '../../shared/texts.ts';
import { useReplay } from './delivery-queries.ts';

interface ReplayModalProps {
  readonly delivery: DeliveryDetail;
  readonly webhook: Webhook;
  readonly onDismiss: () => void;
  readonly onReplayed: () => void;
}

const consequences = {
  delivered:
    'The receiver already has this event and will get it again. It can recognize the duplicate by its webhook-id.',
  retrying: 'The replay replaces the pending attempt.',
  failed: 'Without a replay, the event is not sent again.',
} as const;

export function ReplayModal({ delivery, webhook, onDismiss, onReplayed }: ReplayModalProps) {
  const notify = useNotify();
  const replay = useReplay(webhook.webhookId);
  const start = () =>
    replay.mutate(delivery.deliveryId, {
      onSuccess: () => {
        notify('The delivery is being sent again. The result will appear here.');
        onReplayed();
        onDismiss();
      },
    });
  return (
    <ConfirmModal
      header="Replay this delivery?"
      confirmText="Replay"
      errorHeader="The delivery could not be replayed"
      call={replay}
      onConfirm={start}
      onDismiss={onDismiss}
    >
      <Box variant="p">
        The event is sent to {shortUrl(webhook.url)} right away, with the same webhook-id and a new signature. If that
        fails, it is retried like any other delivery: {RETRY_SCHEDULE}.
      </Box>
      <Box variant="p">{consequences[delivery.state]}</Box>
    </ConfirmModal>
  );
}
