/** Sends events again to every webhook where their delivery has failed: first how many, then one after the other. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { useRead } from '../api/api-provider.tsx';
import { ForAdmins } from '../session/session-provider.tsx';
import { BulkReplayStatus, useBulkReplay } from './bulk-replay.tsx';
import { errorMessage } from './error-alert.tsx';
import { useWebhooks } from './queries.ts';
import { type FailedDelivery, failedOf, failedText } from './replay-texts.ts';
import { numberText } from './texts.ts';

interface ReplayEventsProps {
  readonly eventIds: readonly string[];
  /** The label of the button; undefined where there is nothing to send, and none of it is being sent. */
  readonly text: string | undefined;
}

export function ReplayEvents({ eventIds, text }: ReplayEventsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ForAdmins>
      {text !== undefined && (
        <Button onClick={() => setOpen(true)} disabled={eventIds.length === 0}>
          {text}
        </Button>
      )}
      {isOpen && <ReplayEventsModal eventIds={eventIds} onDismiss={() => setOpen(false)} />}
    </ForAdmins>
  );
}

interface ReplayEventsModalProps extends Pick<ReplayEventsProps, 'eventIds'> {
  readonly onDismiss: () => void;
}

function ReplayEventsModal({ eventIds: asked, onDismiss }: ReplayEventsModalProps) {
  // Those that were listed when it was opened: the list may be read again meanwhile.
  const [eventIds] = useState(asked);
  const [read, setRead] = useState(0);
  const enabled = useWebhooks(false).data?.results.filter((one) => one.enabled && !one.pull);
  const { data, error } = useRead(
    ['failed-of-events', ...eventIds],
    async (client, options) => {
      const found: FailedDelivery[] = [];
      for (const [index, eventId] of eventIds.entries()) {
        const event = await client.showEvent({ parameters: { eventId } }, options);
        found.push(...failedOf(event));
        setRead(index + 1);
      }
      return found;
    },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  const isEnabled = new Set(enabled?.map(({ webhookId }) => webhookId));
  const failed = enabled && data?.filter(({ webhookId }) => isEnabled.has(webhookId));
  const [sent, setSent] = useState<readonly string[]>([]);
  const left = failed?.filter(({ deliveryId }) => !sent.includes(deliveryId));
  const replay = useBulkReplay((deliveryId) => setSent((before) => [...before, deliveryId]));
  const { isPending, isSuccess, done, total } = replay;
  const isReady = left !== undefined && left.length > 0 && !isPending && !isSuccess;
  return (
    <Modal
      visible
      header="Send again where it failed"
      closeAriaLabel="Close"
      onDismiss={onDismiss}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onDismiss}>
              {isSuccess ? 'Close' : 'Cancel'}
            </Button>
            {!isSuccess && (
              <Button variant="primary" disabled={!isReady} onClick={() => replay.mutate(left ?? [])}>
                Send
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {error !== null && <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>}
        {failed === undefined && error === null && (
          <StatusIndicator type="loading">
            Looking at event {numberText(Math.min(read + 1, eventIds.length))} of {numberText(eventIds.length)}
          </StatusIndicator>
        )}
        {left !== undefined && failed !== undefined && !isSuccess && !isPending && (
          <LiveRegion>
            <StatusIndicator type="info">
              {failedText(left, eventIds.length, (data?.length ?? 0) - failed.length)}
            </StatusIndicator>
          </LiveRegion>
        )}
        <BulkReplayStatus replay={replay} label="Sending again" rest="nothing else was sent" />
        {isSuccess && (
          <LiveRegion>
            <StatusIndicator type={done === total ? 'success' : 'warning'}>
              {done === total ? '' : 'Stopped: '}
              {numberText(done)} of {numberText(total)} deliveries are being sent again
            </StatusIndicator>
          </LiveRegion>
        )}
      </SpaceBetween>
    </Modal>
  );
}
