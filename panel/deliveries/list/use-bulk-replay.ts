/** Replays the selected deliveries, one after the other. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';

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
