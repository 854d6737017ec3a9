/** Replaying the deliveries that were picked, one after the other. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DeliverySummary } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';
import { listKey } from '../delivery-queries.ts';

interface Run {
  readonly total: number;
  readonly done: number;
}

/** It ends at the first one that is refused, and when its screen is left; what is done by then is done. */
export function useBulkReplay(webhookId: string, onReplayed: (deliveryId: string) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run>({ total: 0, done: 0 });
  const stopping = useRef(false);
  useEffect(() => {
    stopping.current = false;
    return () => {
      stopping.current = true;
    };
  }, []);

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (deliveries: readonly DeliverySummary[]) => {
      stopping.current = false;
      let done = 0;
      setRun({ total: deliveries.length, done });
      for (const { deliveryId } of deliveries) {
        if (stopping.current) break;
        await client.replayDelivery({ parameters: { webhookId, deliveryId } });
        done += 1;
        setRun({ total: deliveries.length, done });
        onReplayed(deliveryId);
      }
      return done;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(webhookId) }),
  });
  return {
    ...run,
    isRunning: isPending,
    error,
    replay: mutate,
    stop: () => {
      stopping.current = true;
    },
    dismiss: reset,
  };
}
