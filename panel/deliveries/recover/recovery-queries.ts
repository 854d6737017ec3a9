/** What a recovery asks: what has failed in a range, how far it has come, and that it begins. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Client, DeliveryState } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';
import { boundsOf, nameOfSpan, type TimeRange } from '../../shared/time-range.ts';
import { deliveriesKey } from '../delivery-queries.ts';
import { type Counted, isOver, progressOf, type Recovery, recoveryOf } from './recovery.ts';

const LOOK_AGAIN = 2_000;
/** The largest pages there are, and how many of them are counted. */
const PAGE = 100;
const MAX_PAGES = 5;

const rangeKey = (range: TimeRange): string =>
  range.kind === 'last' ? nameOfSpan(range) : `${range.since}/${range.until}`;

/** How much has failed in a range, before anything is done. */
export function useFailed(webhookId: string, range: TimeRange, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...deliveriesKey(webhookId), 'failed', rangeKey(range)],
    queryFn: ({ signal }) => count(client, webhookId, { ...boundsOf(range, Date.now()), state: 'failed' }, signal),
    enabled: isEnabled,
  });
}

/** Begins a recovery. Answers it, or undefined where there was nothing to recover. */
export function useRecover(webhookId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: async (range: TimeRange): Promise<Recovery | undefined> => {
      const now = Date.now();
      const bounds = { until: new Date(now).toISOString(), ...boundsOf(range, now) };
      const failed = await count(client, webhookId, { ...bounds, state: 'failed' });
      const { recovering } = await client.recoverDeliveries({ parameters: { webhookId }, body: bounds });
      return recovering === 0 ? undefined : recoveryOf(bounds, failed);
    },
  });
}

/** How far a recovery has come; looked at until it is over. */
export function useProgress(webhookId: string, recovery: Recovery) {
  const client = useClient();
  return useQuery({
    queryKey: [...deliveriesKey(webhookId), 'recovery', recovery.since, recovery.until],
    queryFn: async ({ signal }) => {
      const { since, until } = recovery;
      const [failed, retrying] = await Promise.all([
        count(client, webhookId, { since, until, state: 'failed' }, signal),
        count(client, webhookId, { since, until, state: 'retrying' }, signal),
      ]);
      return progressOf(recovery, failed, retrying);
    },
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : LOOK_AGAIN),
  });
}

interface Look {
  readonly state: DeliveryState;
  readonly since: string;
  readonly until?: string;
}

async function count(client: Client, webhookId: string, look: Look, signal?: AbortSignal): Promise<Counted> {
  const rows: Counted['rows'][number][] = [];
  let start: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await client.listDeliveries(
      { parameters: { webhookId }, query: { ...look, start, limit: PAGE } },
      { signal },
    );
    rows.push(...page.results);
    start = page.start;
    if (start === undefined) break;
  }
  return { rows, isCut: start !== undefined };
}
