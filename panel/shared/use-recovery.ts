/** Starts a recovery of one or several webhooks, and stops it. */
import { useRef, useState } from 'react';
import { useChange } from '../api/api-provider.tsx';
import type { RecoveryFilter } from './recovery.ts';
import { boundsOf, type TimeRange } from './time-range.ts';

/** A recovery that was started. Times are ISO 8601. */
export interface Recovery {
  readonly since: string;
  readonly until: string;
  /** When it was asked for, by webhook; without those that had nothing to send. */
  readonly askedAt: ReadonlyMap<string, string>;
  /** How many webhooks were asked so far. */
  readonly asked: number;
  /** Whether no further webhook will be asked. */
  readonly isAsked: boolean;
  /** Why a webhook could not be asked, and those after it were not. */
  readonly error?: Error;
}

interface RecoveryOptions {
  readonly webhookIds: readonly string[];
  readonly range: TimeRange;
  readonly filter: RecoveryFilter;
}

/** `start` rejects where nothing was started; `stop` also stops what was asked for while it waits. */
export function useRecovery({ webhookIds, range, filter }: RecoveryOptions) {
  const [recovery, setRecovery] = useState<Recovery>();
  const isStopping = useRef(false);
  const asking = useRef<Promise<Recovery | undefined>>(undefined);
  const { mutateAsync: recoverOne } = useChange(
    (
      client,
      { webhookId, ...bounds }: { readonly webhookId: string; readonly since: string; readonly until: string },
    ) => client.recoverDeliveries({ parameters: { webhookId }, body: { ...bounds, ...filter } }),
    null,
  );
  const stopping = useStop(async () => {
    isStopping.current = true;
    return [...((await asking.current)?.askedAt ?? [])];
  });
  return {
    recovery,
    start: async () => {
      asking.current = askAll();
      await asking.current;
    },
    ...stopping,
  };

  async function askAll(): Promise<Recovery | undefined> {
    const now = Date.now();
    const bounds = { until: new Date(now).toISOString(), ...boundsOf(range, now) };
    let current: Recovery = { ...bounds, askedAt: new Map(), asked: 0, isAsked: false };
    for (const webhookId of webhookIds) {
      if (isStopping.current) break;
      try {
        const { recovering, progress } = await recoverOne({ webhookId, ...bounds });
        const askedAt = recovering === 0 ? current.askedAt : new Map([...current.askedAt, [webhookId, progress.at]]);
        current = { ...current, askedAt, asked: current.asked + 1 };
      } catch (error) {
        if (current.asked === 0 || !(error instanceof Error)) throw error;
        current = { ...current, error };
        break;
      }
      setRecovery(current);
    }
    setRecovery({ ...current, isAsked: true });
    return current;
  }
}

/** Stops recoveries: those of each webhook that were asked for at its time (ISO 8601) or before, or by now. */
export function useStop(
  recoveries: () => Promise<readonly (readonly [webhookId: string, askedAt: string | undefined])[]>,
) {
  const { mutateAsync: stopOne } = useChange(
    (client, { webhookId, askedAt }: { readonly webhookId: string; readonly askedAt: string | undefined }) =>
      client.stopRecoveries({ parameters: { webhookId }, query: { askedAt } }),
    null,
  );
  const [state, setState] = useState<'running' | 'stopping' | 'stopped'>('running');
  const [stopError, setStopError] = useState<Error>();
  const stop = async () => {
    setState('stopping');
    setStopError(undefined);
    try {
      for (const [webhookId, askedAt] of await recoveries()) await stopOne({ webhookId, askedAt });
      setState('stopped');
    } catch (error) {
      setState('running');
      setStopError(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return { stop, stopState: state, stopError };
}
