/** Replays the selected deliveries, one after the other, and shows the progress and the error that stopped it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../shared/error-alert.tsx';

interface Run {
  readonly total: number;
  readonly done: number;
}

/** Stops at the first error, and when the screen is left. Deliveries replayed until then stay replayed. */
export function useBulkReplay(onReplayed: (deliveryId: string) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run>({ total: 0, done: 0 });
  const isStopping = useRef(false);
  useEffect(() => {
    isStopping.current = false;
    return () => {
      isStopping.current = true;
    };
  }, []);

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (deliveries: readonly DeliveryOfWebhook[]) => {
      isStopping.current = false;
      let done = 0;
      setRun({ total: deliveries.length, done });
      for (const { webhookId, deliveryId } of deliveries) {
        if (isStopping.current) break;
        await client.replayDelivery({ parameters: { webhookId, deliveryId } });
        done += 1;
        setRun({ total: deliveries.length, done });
        onReplayed(deliveryId);
      }
      return done;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  return {
    ...run,
    isRunning: isPending,
    error,
    replay: mutate,
    stop: () => {
      isStopping.current = true;
    },
    dismiss: reset,
  };
}

interface BulkReplayStatusProps {
  readonly replay: ReturnType<typeof useBulkReplay>;
}

/** The progress of a bulk replay, and the error that stopped it. */
export function BulkReplayStatus({ replay: { total, done, isRunning, error, stop, dismiss } }: BulkReplayStatusProps) {
  if (isRunning) {
    return (
      <Alert type="info" action={<Button onClick={stop}>Stop</Button>}>
        <ProgressBar
          value={(done / total) * 100}
          label="Replaying the selected deliveries"
          additionalInfo={`${done} of ${total} replayed`}
        />
      </Alert>
    );
  }
  if (error === null) return null;
  return (
    <Alert type="error" header="Not all deliveries were replayed" dismissible onDismiss={dismiss}>
      {done} of {total} were replayed; the others are still selected. {errorMessage(error)}
    </Alert>
  );
}
