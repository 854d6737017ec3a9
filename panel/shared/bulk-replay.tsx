/** Replays the selected deliveries, one after the other, and shows how far it is. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import type { DeliveryOfWebhook } from '@social-platform-services/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useChange } from '../api/api-provider.tsx';
import { errorMessage } from './error-alert.tsx';
import { NETWORK_LIST_KEY } from './queries.ts';
import { numberText } from './texts.ts';

type ReplayedDelivery = Pick<DeliveryOfWebhook, 'webhookId' | 'deliveryId'>;

/** What shows deliveries. */
const CHANGED = [['webhooks'], ['events'], NETWORK_LIST_KEY] as const;

/** Stops at the first error, and when the screen is left. Deliveries replayed until then stay replayed. */
export function useBulkReplay(onReplayed: (deliveryId: string) => void) {
  const queries = useQueryClient();
  const [{ total, done }, setProgress] = useState({ total: 0, done: 0 });
  const isStopping = useRef(false);
  const stop = useCallback(() => {
    isStopping.current = true;
  }, []);
  useEffect(() => stop, [stop]);
  const { mutateAsync: replayOne } = useChange(
    (client, { webhookId, deliveryId }: ReplayedDelivery) =>
      client.replayDelivery({ parameters: { webhookId, deliveryId } }),
    null,
  );
  const all = useMutation({
    // Only the one that was throttled is repeated: those before it would be sent once more.
    retry: false,
    mutationFn: async (deliveries: readonly ReplayedDelivery[]) => {
      isStopping.current = false;
      let replayed = 0;
      setProgress({ total: deliveries.length, done: replayed });
      for (const delivery of deliveries) {
        if (isStopping.current) break;
        await replayOne(delivery);
        replayed += 1;
        setProgress({ total: deliveries.length, done: replayed });
        onReplayed(delivery.deliveryId);
      }
      return replayed;
    },
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] }))),
  });
  return { ...all, total, done, stop };
}

interface BulkReplayStatusProps {
  readonly replay: ReturnType<typeof useBulkReplay>;
  /** What is done: `Replaying the selected deliveries`. */
  readonly label: string;
  /** What becomes of those that were not replayed: `the others are still selected`. */
  readonly rest: string;
}

/** The progress of a bulk replay, and the error that stopped it. */
export function BulkReplayStatus({ replay, label, rest }: BulkReplayStatusProps) {
  const { total, done, isPending, error, stop, reset } = replay;
  if (isPending) {
    return (
      <Alert type="info" action={<Button onClick={stop}>Stop</Button>}>
        <ProgressBar
          value={(done / total) * 100}
          label={label}
          additionalInfo={`${numberText(done)} of ${numberText(total)} replayed`}
        />
      </Alert>
    );
  }
  if (error === null) return null;
  return (
    <Alert type="error" header="Not all deliveries were replayed" dismissible onDismiss={reset}>
      {numberText(done)} of {numberText(total)} were replayed; {rest}. {errorMessage(error)}
    </Alert>
  );
}
