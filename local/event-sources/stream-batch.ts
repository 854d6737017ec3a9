/**
 * One batch of stream records, handed over until it is done or given up, as Lambda's stream mappings do.
 *
 * - A function that fails has the batch retried; with bisecting, the batch is halved until the bad record stands alone.
 *   Halving does not count as a retry.
 * - A partial answer moves the batch's beginning to the lowest failed sequence number.
 * - What has no retries left or is too old goes to the on-failure destination, and the shard moves on.
 */
import type { InvocationOutcome } from '../functions/function-pool.ts';
import { readBatchAnswer } from './batch-answer.ts';
import type { StreamRecord } from './stream-records.ts';

/** The rules of a mapping. −1 means without end. */
export interface RetryRules {
  readonly maximumRetries: number;
  readonly maximumAgeSeconds: number;
  readonly bisect: boolean;
  readonly reportsFailures: boolean;
}

/** Why a part of a batch was given up. */
export interface GivenUp {
  readonly records: readonly StreamRecord[];
  readonly condition: 'RetryAttemptsExhausted' | 'MaximumRecordAgeExceeded';
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
  trouble(records: readonly StreamRecord[], attempt: number, reason: string): void;
  wait(milliseconds: number): Promise<void>;
}

interface Part {
  readonly records: readonly StreamRecord[];
  readonly attempts: number;
  readonly last?: { readonly requestId: string; readonly reason: string };
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** DynamoDB Local rounds creation times down to the minute. */
const CLOCK_SLACK_MS = 60_000;

/** Returns when every record is done or given up, or early when the signal fires. */
export async function processBatch(records: readonly StreamRecord[], context: BatchContext): Promise<void> {
  const parts: Part[] = [{ records, attempts: 0 }];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (context.signal.aborted) return;
    parts.unshift(...(await attempt(part, context)));
  }
}

/** One attempt at a part; what is left of it, in order. */
async function attempt(part: Part, context: BatchContext): Promise<readonly Part[]> {
  const { rules } = context;
  const [expired, current] = splitByAge(part.records, rules.maximumAgeSeconds);
  if (expired.length > 0) {
    await giveUp({ ...part, records: expired }, 'MaximumRecordAgeExceeded', context);
    return current.length === 0 ? [] : [{ ...part, records: current }];
  }
  const outcome = await context.invoke(current);
  if (context.signal.aborted && outcome.kind !== 'answered') return [];
  const identifiers = new Set(current.map(({ sequenceNumber }) => sequenceNumber));
  const answer = readBatchAnswer(outcome, rules.reportsFailures, identifiers);
  if (answer.kind === 'done') {
    checkpointAfter(current, context);
    return [];
  }
  const attempts = part.attempts + 1;
  const reason = answer.kind === 'failed' ? answer.reason : `${answer.failed.size} of ${current.length} records failed`;
  const last = { requestId: outcome.requestId, reason };
  context.trouble(current, attempts, reason);
  if (answer.kind === 'partial') {
    const firstFailed = current.findIndex(({ sequenceNumber }) => answer.failed.has(sequenceNumber));
    checkpointAfter(current.slice(0, firstFailed), context);
    const advanced = firstFailed > 0 ? 0 : attempts;
    return retry({ records: current.slice(firstFailed), attempts: advanced, last }, context);
  }
  if (rules.bisect && current.length > 1) {
    const middle = Math.ceil(current.length / 2);
    const { attempts: unchanged } = part;
    return [
      { records: current.slice(0, middle), attempts: unchanged, last },
      { records: current.slice(middle), attempts: unchanged, last },
    ];
  }
  return retry({ records: current, attempts, last }, context);
}

async function retry(part: Part, context: BatchContext): Promise<readonly Part[]> {
  const { maximumRetries, bisect } = context.rules;
  if (maximumRetries < 0 || part.attempts <= maximumRetries) {
    await context.wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, part.attempts - 1)));
    return [part];
  }
  if (bisect && part.records.length > 1) {
    const [head, ...tail] = part.records;
    if (head !== undefined) return giveUpFirst(part, head, tail, context);
  }
  await giveUp(part, 'RetryAttemptsExhausted', context);
  return [];
}

/** The first failed record of a partial answer stands alone; those behind it get attempts of their own. */
async function giveUpFirst(
  part: Part,
  head: StreamRecord,
  tail: readonly StreamRecord[],
  context: BatchContext,
): Promise<readonly Part[]> {
  await giveUp({ ...part, records: [head] }, 'RetryAttemptsExhausted', context);
  return [{ records: tail, attempts: 0 }];
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

function splitByAge(
  records: readonly StreamRecord[],
  maximumAgeSeconds: number,
): [readonly StreamRecord[], readonly StreamRecord[]] {
  if (maximumAgeSeconds < 0) return [[], records];
  const oldest = Date.now() - maximumAgeSeconds * 1_000 - CLOCK_SLACK_MS;
  const firstCurrent = records.findIndex(({ createdAt }) => createdAt >= oldest);
  const split = firstCurrent < 0 ? records.length : firstCurrent;
  return [records.slice(0, split), records.slice(split)];
}
