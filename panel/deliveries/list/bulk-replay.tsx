/** Replays the selected deliveries, one after the other, and shows how far it is. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import type { DeliveryOfWebhook } from '@social-platform-services/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useChange } from '../../api/api-provider.tsx';
import { errorMessage } from '../../shared/error-alert.tsx';
import { numberText } from '../../shared/texts.ts';

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
    (client, { webhookId, deliveryId }: DeliveryOfWebhook) =>
      client.replayDelivery({ parameters: { webhookId, deliveryId } }),
    null,
  );
  const all = useMutation({
    // Only the one that was throttled is repeated: those before it would be sent once more.
    retry: false,
    mutationFn: async (deliveries: readonly DeliveryOfWebhook[]) => {
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
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  return { ...all, total, done, stop };
}

/** The progress of a bulk replay, and the error that stopped it. */
export function BulkReplayStatus({ replay }: { readonly replay: ReturnType<typeof useBulkReplay> }) {
  const { total, done, isPending, error, stop, reset } = replay;
  if (isPending) {
    return (
      <Alert type="info" action={<Button onClick={stop}>Stop</Button>}>
        <ProgressBar
          value={(done / total) * 100}
          label="Replaying the selected deliveries"
          additionalInfo={`${numberText(done)} of ${numberText(total)} replayed`}
        />
      </Alert>
    );
  }
  if (error === null) return null;
  return (
    <Alert type="error" header="Not all deliveries were replayed" dismissible onDismiss={reset}>
      {numberText(done)} of {numberText(total)} were replayed; the others are still selected. {errorMessage(error)}
    </Alert>
  );
}
