/** The API calls of a recovery: counting deliveries, starting, and following the progress. */
import type { Client } from '../../client/index.ts';
import { useChange, useRead } from '../api/api-provider.tsx';
import { deliveriesKey } from './queries.ts';
import {
  type FoundDeliveries,
  isFinished,
  progressOf,
  type Recovery,
  type RecoveryFilter,
  recoveryOf,
  sendsUnrecorded,
} from './recovery.ts';
import { boundsOf, formatSpan, type TimeRange } from './time-range.ts';

const REFRESH_MILLISECONDS = 2_000;
/** The API's largest page, and how many pages are counted. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

const rangeKey = (range: TimeRange): string =>
  range.kind === 'last' ? formatSpan(range) : `${range.since}/${range.until}`;

/** The deliveries in a range that match a filter. */
export const useMatching = (webhookId: string, filter: RecoveryFilter, range: TimeRange, enabled: boolean) =>
  useRead(
    [...deliveriesKey(webhookId), 'matching', filter, rangeKey(range)],
    (client, options) => findDeliveries(client, webhookId, { ...boundsOf(range, Date.now()), ...filter }, options),
    { enabled },
  );

/**
 * Starts a recovery. Resolves to undefined if there was nothing to recover, and to their number if it sends events that have no delivery, whose
 * progress can't be followed.
 */
export const useRecover = (webhookId: string, filter: RecoveryFilter) =>
  useChange(async (client, range: TimeRange): Promise<Recovery | 'started' | number | undefined> => {
    const now = Date.now();
    const bounds = { until: new Date(now).toISOString(), ...boundsOf(range, now) };
    const matching = await findDeliveries(client, webhookId, { ...bounds, ...filter });
    const { recovering } = await client.recoverDeliveries({
      parameters: { webhookId },
      body: { ...bounds, ...filter },
    });
    if (recovering === 0) return undefined;
    const isFollowed = matching.hasMore || recovering === matching.rows.length || !sendsUnrecorded(filter);
    return isFollowed ? recoveryOf(bounds, filter, matching) : recovering;
  }, null);

/** The progress of a recovery, refreshed until it is finished. */
export const useRecoveryProgress = (webhookId: string, recovery: Recovery) =>
  useRead(
    [...deliveriesKey(webhookId), 'recovery', recovery.since, recovery.until],
    async (client, options) => {
      const { since, until, filter } = recovery;
      const found = (one: RecoveryFilter) => findDeliveries(client, webhookId, { since, until, ...one }, options);
      const [matching, retrying, failed] = await Promise.all([
        found(filter),
        found({ state: 'retrying' }),
        found({ state: 'failed' }),
      ]);
      return progressOf(recovery, { matching, retrying, failed });
    },
    {
      gcTime: 0,
      refetchInterval: (data) => (data !== undefined && isFinished(data) ? false : REFRESH_MILLISECONDS),
    },
  );

interface FilterInRange extends RecoveryFilter {
  readonly since: string;
  readonly until?: string;
}

async function findDeliveries(
  client: Client,
  webhookId: string,
  filter: FilterInRange,
  options?: { readonly signal: AbortSignal },
): Promise<FoundDeliveries> {
  const rows: FoundDeliveries['rows'][number][] = [];
  let start: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await client.listDeliveries(
      { parameters: { webhookId }, query: { ...filter, start, limit: PAGE_SIZE } },
      options,
    );
    rows.push(...page.results);
    start = page.start;
    if (start === undefined) break;
  }
  return { rows, hasMore: start !== undefined };
}
