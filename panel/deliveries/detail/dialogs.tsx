/** The dialogs of a delivery: as a curl command, which is signed when the dialog is opened; and sent again. */
import Box from '@cloudscape-design/components/box';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DeliveryDetail } from '@social-platform-services/client';
import { useQueryClient } from '@tanstack/react-query';
import { useChange, useRead } from '../../api/api-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { retryScheduleText } from '../../shared/delivery-texts.ts';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { deliveryKey, deliveryListKey } from '../../shared/queries.ts';
import { useStageSettings } from '../../shared/stage-settings.ts';
import { CodeView } from '../../shared/text-view.tsx';
import { destinationOf, shortUrl } from '../../shared/texts.ts';
import { curlCommand, signedHeaders } from './curl.ts';
import { requestHeaders } from './header-descriptions.ts';

interface CurlModalProps {
  readonly delivery: Pick<DeliveryDetail, 'deliveryId' | 'eventId' | 'createdAt'>;
  readonly payload: string;
  readonly webhook: Webhook;
  readonly onDismiss: () => void;
}

export function CurlModal(props: CurlModalProps) {
  const query = useSignedCommand(props);
  const command = query.data;
  return (
    <Modal visible size="large" header="Send with curl" closeAriaLabel="Close" onDismiss={props.onDismiss}>
      <SpaceBetween size="s">
        <Box variant="p">
          This sends the delivery from your machine, with the custom headers of the webhook and a new signature, which
          receivers accept for five minutes. The log does not show it.
        </Box>
        {command === undefined ? (
          <NotLoaded what="the command" query={query} />
        ) : (
          <CodeView text={command} label="Command" variant="short" copyLabel="Copy the command" />
        )}
      </SpaceBetween>
    </Modal>
  );
}

/** The command. It contains a signature and possibly API keys, so it is not cached. */
const useSignedCommand = ({ delivery, payload, webhook }: CurlModalProps) =>
  useRead(
    ['curl', webhook.webhookId, delivery.deliveryId],
    async (client, options) => {
      const { webhookId, url = '' } = webhook;
      const { secrets } = await client.revealSecret({ parameters: { webhookId } }, options);
      const signatures = await signedHeaders({ deliveryId: delivery.deliveryId, payload, secrets, now: Date.now() });
      const known = requestHeaders({ ...delivery, payload }, webhook)
        .filter(({ name }) => name !== 'content-length')
        .flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
      return curlCommand({ url, headers: { ...Object.fromEntries(known), ...signatures }, body: payload });
    },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );

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
  const { webhookId } = webhook;
  const { deliveryId, state } = delivery;
  const { delivery: schedule } = useStageSettings();
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
        The event is sent to {shortUrl(destinationOf(webhook))} right away, with the same webhook-id and a new
        signature. If that fails, it is retried like any other delivery: {retryScheduleText(schedule)}.
      </Box>
      <Box variant="p">{consequences[state]}</Box>
    </ConfirmModal>
  );
}
