/** Recovering what was accepted in a time (docs/spec/delivery.md#deliveries-of-a-time): sending it, and counting it. */
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { lastIdOf, timePrefix } from '../../contract/time-ids.ts';
import { MAX_QUEUE_DELAY_SECONDS, type QueuedMessage, type RecoverMessage } from '../deliveries/messages.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { stageRetention } from '../shared/env.ts';
import { passes } from '../webhooks/subscription.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { type LedgerTables, readEntries } from './ledger-reader.ts';
import { FIRST_ATTEMPT_WINDOW_MS, type LedgerEntry, type LedgerPage } from './missing.ts';
import {
  endOf,
  noProgress,
  type Progress,
  progressWith,
  type RecoveryRange,
  stageInRecovery,
} from './recovery-progress.ts';
import { type SendAgainPorts, sendAllAgain } from './send-again.ts';
import { isStopped } from './stopped.ts';

/** Reads of events in flight at once, each up to 256 KB. */
const BODIES_AT_ONCE = 16;
/** Entries that are compared with a filter before anything else is done: their events may have 256 KB each. */
const COMPARED_AT_ONCE = 100;

/** How much is read at once: at most so many entries, and items of a shard. */
export interface PageSize {
  readonly limit: number;
  readonly perShard: number;
}

/** A page that is sent is read in some 100 ms, and written in a second. */
const SENT: PageSize = { limit: 400, perShard: 100 };
/** One that is counted is read in some 300 ms. */
const COUNTED: PageSize = { limit: 2_000, perShard: 500 };

const { eventDays } = stageRetention();

/** Milliseconds for which pages are counted. */
const COUNT_MS = 3_000;

/** What a recovery sends, or has sent, behind the id `after`. */
type RecoveryPage = RecoveryRange & { readonly after?: DeliveryId | undefined };

/**
 * Counts a recovery from its beginning, or behind the id `after`, for some seconds; `next` is the id up to which it is
 * counted then, absent at its end. The webhook gets what it asks for now: it may have been made since. Costs what its
 * entries do (`readEntries`), and a read unit for 4 KB of each event that is left, where the webhook has a filter.
 */
export async function countRecovery(
  tables: LedgerTables,
  webhook: Webhook,
  range: RecoveryPage,
  clock: () => number,
  size = COUNTED,
): Promise<{ readonly progress: Progress; readonly next?: DeliveryId }> {
  const now = clock();
  const until = now + COUNT_MS;
  let progress = noProgress;
  let { after } = range;
  for (;;) {
    const { entries, next } = await ledgerEntriesOf(tables, webhook, { ...range, after }, size);
    const atOnce = webhook.filter === '' ? entries.length : COMPARED_AT_ONCE;
    for (let begin = 0; begin < entries.length; begin += atOnce) {
      const some = entries.slice(begin, begin + atOnce);
      progress = progressWith(progress, await stages(tables, webhook, range, some, now));
      after = some.at(-1)?.deliveryId;
      const isLast = next === undefined && begin + atOnce >= entries.length;
      if (!isLast && after !== undefined && clock() >= until) return { progress, next: after };
    }
    if (next === undefined) return { progress };
    after = next;
    if (clock() >= until) return { progress, next };
  }
}

/** How entries stand that are a part of the recovery. */
async function stages(
  tables: LedgerTables,
  webhook: Webhook,
  range: RecoveryRange,
  entries: readonly LedgerEntry[],
  now: number,
) {
  const sent = entries.flatMap((entry) => stageInRecovery(entry, range, webhook, { now, eventDays }) ?? []);
  const left = await leftOf(tables, webhook, range, entries, now);
  return [...sent.filter((stage) => stage !== 'left'), ...left.map(() => 'left' as const)];
}

/** What a recovery sends of these. A delivery was made for what the webhook asked for then, not for what it does now. */
async function leftOf(
  { outbox }: Pick<LedgerTables, 'outbox'>,
  webhook: Webhook,
  range: RecoveryRange,
  entries: readonly LedgerEntry[],
  now: number,
): Promise<readonly LedgerEntry[]> {
  const asked = entries.filter((entry) => stageInRecovery(entry, range, webhook, { now, eventDays }) === 'left');
  if (webhook.filter === '') return asked;
  const passing = await mapConcurrently(asked, BODIES_AT_ONCE, async (entry) => {
    // Those without a delivery were compared when they were read.
    const body = entry.kind === 'recorded' && (await outbox.readBody(webhook.networkId, entry.eventId));
    return body && !passes(webhook.filter, () => JSON.parse(body)) ? [] : [entry];
  });
  return passing.flat();
}

/** All that a webhook has to get of a page of a recovery's time. */
function ledgerEntriesOf(
  tables: LedgerTables,
  webhook: Webhook,
  { after, ...range }: RecoveryPage,
  size: PageSize,
): Promise<LedgerPage> {
  const first = after === undefined ? timePrefix(Date.parse(range.since)) : `${after}0`;
  return readEntries(tables, webhook, {
    range: { first, last: lastIdOf(endOf(range)) },
    subscriptionAt: () => webhook,
    ...size,
    isConsistent: true,
  });
}

/** What a recovery needs. `now` returns milliseconds since 1970. */
export interface RecoveryPorts extends SendAgainPorts {
  readonly deliveries: SendAgainPorts['deliveries'] & LedgerTables['deliveries'];
  readonly outbox: LedgerTables['outbox'];
  readonly now: () => number;
}

/**
 * Sends a page of events to a webhook, and returns the message that asks for the next one; nothing of a recovery that
 * was stopped. Several recoveries at once are harmless: each event is sent by one of them, and the backlog is sent by one
 * process.
 */
export async function recover(
  ports: RecoveryPorts,
  webhook: Webhook,
  message: RecoverMessage,
): Promise<readonly QueuedMessage[]> {
  if (isStopped(message.askedAt, webhook)) return [];
  const now = ports.now();
  const { entries, next } = await recoverable(ports, webhook, message, now);
  await sendAllAgain(ports, webhook, entries, message.askedAt);
  return next === undefined ? lastPage(message, now) : [{ message: { ...message, after: next } }];
}

/** A page of what a recovery sends. */
export async function recoverable(
  tables: LedgerTables,
  webhook: Webhook,
  range: RecoveryPage,
  now: number,
): Promise<LedgerPage> {
  const size = { ...SENT, ...(webhook.filter !== '' && { limit: COMPARED_AT_ONCE }) };
  const { entries, ...rest } = await ledgerEntriesOf(tables, webhook, range, size);
  return { entries: await leftOf(tables, webhook, range, entries, now), ...rest };
}

/**
 * What was accepted in the minute before, once more when that has passed: the index may lack some of it, or it came by
 * itself or did not.
 */
function lastPage(message: RecoverMessage, now: number): readonly QueuedMessage[] {
  const end = endOf(message);
  if (now - end > FIRST_ATTEMPT_WINDOW_MS) return [];
  const from = Math.max(Date.parse(message.since), Math.min(now, end) - FIRST_ATTEMPT_WINDOW_MS);
  const after = v.parse(DeliveryId, lastIdOf(from - 1));
  const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.ceil((end + FIRST_ATTEMPT_WINDOW_MS - now) / 1000) + 1);
  return [{ message: { ...message, after }, delaySeconds }];
}
