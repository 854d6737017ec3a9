/** Says what a replay does, then does it. */
import Box from '@cloudscape-design/components/box';
import type { DeliveryDetail } from '../../../client/index.ts';
import { useNotices } from '../../app/notices.tsx';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import type { Webhook } from '../../webhooks/webhook-queries.ts';
import { useReplay } from '../delivery-queries.ts';
import { RETRY_WORDS } from '../retry-words.ts';

interface ReplayModalProps {
  readonly delivery: DeliveryDetail;
  readonly webhook: Webhook;
  readonly onDismiss: () => void;
  readonly onReplayed: () => void;
}

const consequences = {
  delivered: 'The receiver has got it already and gets it once more; it can tell by webhook-id.',
  retrying: 'It takes the place of the attempt that is pending.',
  failed: 'Without a replay nothing more is sent of it.',
} as const;

export function ReplayModal({ delivery, webhook, onDismiss, onReplayed }: ReplayModalProps) {
  const notices = useNotices();
  const replay = useReplay(webhook.webhookId);
  const begin = () =>
    replay.mutate(delivery.deliveryId, {
      onSuccess: () => {
        notices.add({ type: 'success', content: 'The delivery is sent again. What comes of it appears here.' });
        onReplayed();
        onDismiss();
      },
    });
  return (
    <ConfirmModal
      header="Replay this delivery"
      action="Replay"
      failure="It could not be replayed"
      doing={replay}
      onConfirm={begin}
      onDismiss={onDismiss}
    >
      <Box variant="p">
        The same event is sent to {shortUrl(webhook.url)} at once, with the same webhook-id, and signed anew. If that
        fails, it is tried again like any other: {RETRY_WORDS}.
      </Box>
      <Box variant="p">{consequences[delivery.state]}</Box>
    </ConfirmModal>
  );
}
