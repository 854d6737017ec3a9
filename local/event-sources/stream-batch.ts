/**
 * One batch of stream records, retried until it succeeds or is given up, as Lambda's stream mappings do with bisecting
 * and partial failures.
 *
 * - A batch that fails as a whole is halved until the bad record is alone; then it is retried. Halving is not a retry.
 * - After a partial failure, the batch begins at the lowest failed sequence number.
 * - A call that Lambda could not make, since the function is throttled, counts as no attempt.
 * - Records without retries left, or too old, go to the on-failure destination, and the shard moves on.
 */
import type { InvocationOutcome } from '../functions/invocation.ts';
import { readBatchResult } from './deliveries.ts';
import type { RetryRules } from './mapping.ts';
import type { StreamRecord } from './records.ts';

/** Records that were given up, and why. */
export interface GivenUp {
  readonly records: readonly StreamRecord[];
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly attempts: number;
  readonly requestId: string;
  readonly reason: string;
}

/** What a batch needs from its reader. */
export interface BatchContext {
  readonly rules: RetryRules;
  readonly signal: AbortSignal;
  invoke(records: readonly StreamRecord[]): Promise<InvocationOutcome>;
  giveUp(part: GivenUp): Promise<void>;
  /** Everything up to this sequence number is done. */
  checkpoint(sequenceNumber: string): void;
  /** Reports a failed attempt. */
  attemptFailed(records: readonly StreamRecord[], attempt: number, reason: string): void;
  wait(milliseconds: number): Promise<void>;
}

interface Part {
  readonly records: readonly StreamRecord[];
  readonly attempts: number;
  readonly last?: { readonly requestId: string; readonly reason: string };
}

/** Between two attempts. */
const FIRST_PAUSE_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const THROTTLED_PAUSE_MS = 1_000;
/** DynamoDB Local rounds creation times down to the minute. */
const CLOCK_SLACK_MS = 60_000;

/** Returns when every record is done or given up, or early when the signal is aborted. */
export async function processBatch(records: readonly StreamRecord[], context: BatchContext): Promise<void> {
  const parts: Part[] = [{ records, attempts: 0 }];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (context.signal.aborted) return;
    parts.unshift(...(await attempt(part, context)));
  }
}

/** Attempts a part. Returns what remains of it, in order. */
async function attempt(part: Part, context: BatchContext): Promise<readonly Part[]> {
  const [expired, current] = splitByAge(part.records, context.rules.maximumAgeSeconds);
  if (expired.length > 0) {
    await giveUp({ ...part, records: expired }, 'RecordAgeExceeded', context);
    return current.length === 0 ? [] : [{ ...part, records: current }];
  }
  const outcome = await context.invoke(current);
  if (context.signal.aborted && outcome.kind !== 'returned') return [];
  if (outcome.kind === 'throttled') {
    await context.wait(THROTTLED_PAUSE_MS);
    return [{ ...part, records: current }];
  }
  const identifiers = new Set(current.map(({ sequenceNumber }) => sequenceNumber));
  const result = readBatchResult(outcome, identifiers);
  if (result.kind === 'succeeded') {
    checkpointAfter(current, context);
    return [];
  }
  const attempts = part.attempts + 1;
  const reason = result.kind === 'failed' ? result.reason : `${result.failed.size} of ${current.length} records failed`;
  const last = { requestId: outcome.requestId, reason };
  context.attemptFailed(current, attempts, reason);
  if (result.kind === 'partial') {
    const firstFailed = current.findIndex(({ sequenceNumber }) => result.failed.has(sequenceNumber));
    checkpointAfter(current.slice(0, firstFailed), context);
    const advanced = firstFailed > 0 ? 0 : attempts;
    return retry({ records: current.slice(firstFailed), attempts: advanced, last }, context);
  }
  if (current.length > 1) {
    const middle = Math.ceil(current.length / 2);
    return [current.slice(0, middle), current.slice(middle)].map((half) => ({
      records: half,
      attempts: part.attempts,
      last,
    }));
  }
  return retry({ records: current, attempts, last }, context);
}

/** Waits for the next attempt, or gives up the first record. The records behind it start again with no attempts. */
async function retry(part: Part, context: BatchContext): Promise<readonly Part[]> {
  if (part.attempts <= context.rules.maximumRetries) {
    await context.wait(Math.min(LONGEST_WAIT_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, part.attempts - 1)));
    return [part];
  }
  await giveUp({ ...part, records: part.records.slice(0, 1) }, 'RetryAttemptsExhausted', context);
  return part.records.length > 1 ? [{ records: part.records.slice(1), attempts: 0 }] : [];
}

async function giveUp(part: Part, condition: GivenUp['condition'], context: BatchContext): Promise<void> {
  const { records, attempts, last } = part;
  const { requestId = '', reason = 'the records are too old' } = last ?? {};
  await context.giveUp({ records, condition, attempts, requestId, reason });
  checkpointAfter(records, context);
}

function checkpointAfter(records: readonly StreamRecord[], context: BatchContext): void {
  const last = records.at(-1);
  if (last !== undefined) context.checkpoint(last.sequenceNumber);
}

/** The expired records at the beginning, and the rest. */
function splitByAge(
  records: readonly StreamRecord[],
  maximumAgeSeconds: number,
): [readonly StreamRecord[], readonly StreamRecord[]] {
  const oldest = Date.now() - maximumAgeSeconds * 1_000 - CLOCK_SLACK_MS;
  const firstCurrent = records.findIndex(({ createdAt }) => createdAt >= oldest);
  const split = firstCurrent < 0 ? records.length : firstCurrent;
  return [records.slice(0, split), records.slice(split)];
}
