/** Explains what a replay does, and starts it. */
import Box from '@cloudscape-design/components/box';
import { useQueryClient } from '@tanstack/react-query';
import type { DeliveryDetail } from '../../../client/index.ts';
import { useChange } from '../../api/calls.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { RETRY_SCHEDULE } from '../../shared/delivery-texts.ts';
import { useNotify } from '../../shared/notifications.tsx';
import { deliveryKey, deliveryListKey } from '../../shared/queries.ts';
import { shortUrl } from '../../shared/texts.ts';

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
  const { webhookId, url } = webhook;
  const { deliveryId, state } = delivery;
  const notify = useNotify();
  const queries = useQueryClient();
  const { mutateAsync: replay } = useChange(
    (client) => client.replayDelivery({ parameters: { webhookId, deliveryId } }),
    deliveryListKey(webhookId),
  );
  const start = async () => {
    const { nextAttemptAt, ...replayed } = await replay();
    queries.setQueryData<DeliveryDetail>(deliveryKey(webhookId, deliveryId), (before) => {
      if (before === undefined) return undefined;
      const { nextAttemptAt: _, ...rest } = before;
      return { ...rest, ...replayed, ...(nextAttemptAt !== undefined && { nextAttemptAt }) };
    });
    notify('The delivery is being sent again. The result will appear here.');
    onReplayed();
    onDismiss();
  };
  return (
    <ConfirmModal
      header="Replay this delivery?"
      confirmText="Replay"
      errorHeader="The delivery could not be replayed"
      onConfirm={start}
      onDismiss={onDismiss}
    >
      <Box variant="p">
        The event is sent to {shortUrl(url)} right away, with the same webhook-id and a new signature. If that fails, it
        is retried like any other delivery: {RETRY_SCHEDULE}.
      </Box>
      <Box variant="p">{consequences[state]}</Box>
    </ConfirmModal>
  );
}
