/** The API calls of a recovery: counting failed deliveries, starting, and following the progress. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Client, DeliveryState } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';
import { boundsOf, formatSpan, type TimeRange } from '../time-range.ts';
import { deliveriesKey } from '../webhook-query.ts';
import { type FoundDeliveries, isFinished, progressOf, type Recovery, recoveryOf } from './recovery.ts';

const REFRESH_MILLISECONDS = 2_000;
/** The API's largest page, and how many pages are counted. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

const rangeKey = (range: TimeRange): string =>
  range.kind === 'last' ? formatSpan(range) : `${range.since}/${range.until}`;

/** The failed deliveries in a range. */
export function useFailed(webhookId: string, range: TimeRange, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...deliveriesKey(webhookId), 'failed', rangeKey(range)],
    queryFn: ({ signal }) =>
      findDeliveries(client, webhookId, { ...boundsOf(range, Date.now()), state: 'failed' }, signal),
    enabled: isEnabled,
  });
}

/** Starts a recovery. Resolves to undefined if there was nothing to recover. */
export function useRecover(webhookId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: async (range: TimeRange): Promise<Recovery | undefined> => {
      const now = Date.now();
      const bounds = { until: new Date(now).toISOString(), ...boundsOf(range, now) };
      const failed = await findDeliveries(client, webhookId, { ...bounds, state: 'failed' });
      const { recovering } = await client.recoverDeliveries({ parameters: { webhookId }, body: bounds });
      return recovering === 0 ? undefined : recoveryOf(bounds, failed);
    },
  });
}

/** The progress of a recovery, refreshed until it is finished. */
export function useRecoveryProgress(webhookId: string, recovery: Recovery) {
  const client = useClient();
  return useQuery({
    queryKey: [...deliveriesKey(webhookId), 'recovery', recovery.since, recovery.until],
    queryFn: async ({ signal }) => {
      const { since, until } = recovery;
      const [failed, retrying] = await Promise.all([
        findDeliveries(client, webhookId, { since, until, state: 'failed' }, signal),
        findDeliveries(client, webhookId, { since, until, state: 'retrying' }, signal),
      ]);
      return progressOf(recovery, failed, retrying);
    },
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isFinished(data) ? false : REFRESH_MILLISECONDS),
  });
}

interface Filter {
  readonly state: DeliveryState;
  readonly since: string;
  readonly until?: string;
}

async function findDeliveries(
  client: Client,
  webhookId: string,
  filter: Filter,
  signal?: AbortSignal,
): Promise<FoundDeliveries> {
  const rows: FoundDeliveries['rows'][number][] = [];
  let start: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await client.listDeliveries(
      { parameters: { webhookId }, query: { ...filter, start, limit: PAGE_SIZE } },
      { signal },
    );
    rows.push(...page.results);
    start = page.start;
    if (start === undefined) break;
  }
  return { rows, hasMore: start !== undefined };
}
