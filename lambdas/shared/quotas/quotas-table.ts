/**
 * The quotas table: the buckets of networks (lambdas/shared/quotas/allowance.ts), and how much of them was used in this
 * hour and the one before.
 *
 * Key: `networkId_quota`. An item exists while its bucket is used, and for a day after that; without one the bucket is
 * full.
 */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DAY_SECONDS, HOUR_MS } from '../../../contract/durations.ts';
import type { NetworkId } from '../../../contract/ids.ts';
import { type QuotaName, quotaNames } from '../../../contract/quotas.ts';
import { EXPIRY_ATTRIBUTE, type TableKey } from '../../../contract/tables.ts';
import { documentClient } from '../clients.ts';
import { required } from '../env.ts';
import { batchGet, conditionally } from '../table-requests.ts';
import { available, type BucketRate, latestFullAt, millisecondsFor } from './allowance.ts';
import type { Use } from './fair-allowance.ts';

/** What was taken of a bucket, and when it will be full: milliseconds since 1970. */
export interface Taken {
  readonly taken: number;
  readonly fullAt: number;
}

const ITEM_SECONDS = DAY_SECONDS;
/** Others may take from the bucket between an attempt and the next one; and an hour may begin. */
const ATTEMPTS = 4;
/** Milliseconds for one attempt. A quota is not worth waiting longer: the request is let through then. */
const TIMEOUT_MS = 1_000;
/** Callers that an hour names, which bounds the item. */
const MOST_CALLERS = 50;

/** What was used in an hour (counted from 1970), and by whom most of it. */
const Usage = v.object({ hour: v.number(), used: v.number(), callers: v.record(v.string(), v.number()) });
type Usage = v.InferOutput<typeof Usage>;

const Stored = v.object({ fullAt: v.number() });
const Num = v.object({ N: v.pipe(v.string(), v.transform(Number)) });
const StoredImage = v.object({
  fullAt: Num,
  usage: v.optional(v.object({ M: v.object({ hour: Num, callers: v.object({ M: v.record(v.string(), Num) }) }) })),
});
const UsageItem = v.object({ networkId_quota: v.string(), usage: v.optional(Usage), usageBefore: v.optional(Usage) });

interface Bucket {
  readonly networkId: NetworkId;
  readonly quota: QuotaName;
  readonly rate: BucketRate;
}

/** What is known of an item before an attempt. */
interface Known {
  readonly fullAt: number;
  /** The hour of its usage. Where clocks differ, it can be the next one already. */
  readonly hour: number;
  readonly namesCallers: boolean;
}

/** The table of the given name; by default the one that the function's environment names. */
export function quotasTable(client: DynamoDBDocumentClient = documentClient(), TableName = required('QUOTAS_TABLE')) {
  /** The hour in which this process has seen the usage of a bucket begin. */
  const hours = new Map<string, number>();
  return { take, usageOf };

  /**
   * Takes an amount from a bucket, or as much as it has if that is at least `min`, so that `reserve` is left; else
   * nothing. The use is added to that of the hour by the same write. `fullAt` is what is known of the bucket: it saves
   * a write that fails. One write unit an attempt, usually one attempt; two at the beginning of an hour. An attempt
   * whose response was lost is repeated, and takes twice.
   */
  async function take(
    bucket: Bucket,
    amount: number,
    min: number,
    fullAt: number,
    reserve: number,
    use: Use,
  ): Promise<Taken> {
    const key = keyOf(bucket.networkId, bucket.quota);
    let wanted = amount;
    let known: Known = { fullAt, hour: hours.get(key) ?? 0, namesCallers: true };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const now = Date.now();
      const result = await attemptToTake(bucket, wanted, now, reserve, use, known);
      if ('taken' in result) {
        if (hours.size >= MAX_HOURS) hours.clear();
        hours.set(key, Math.max(known.hour, hourNumberOf(now)));
        return result;
      }
      known = result;
      wanted = Math.min(wanted, available(known.fullAt, now, bucket.rate) - reserve);
      if (wanted < min) break;
    }
    return { taken: 0, fullAt: known.fullAt };
  }

  /** Takes all of an amount, or nothing and returns what is known: from a bucket that is full, or one that is not. */
  async function attemptToTake(
    { networkId, quota, rate }: Bucket,
    amount: number,
    now: number,
    reserve: number,
    use: Use,
    { fullAt, hour, namesCallers }: Known,
  ): Promise<Taken | Known> {
    const isFull = fullAt <= now;
    const key: TableKey<'quotas'> = { networkId_quota: keyOf(networkId, quota) };
    const callers = namesCallers ? use.callers : [];
    const isBegun = hour >= hourNumberOf(now);
    const counting = isBegun ? addToUsage(use.used, callers, hour) : beginUsage(use.used, callers, hourNumberOf(now));
    const update = new UpdateCommand({
      TableName,
      Key: key,
      UpdateExpression: `SET fullAt = ${isFull ? ':now' : 'fullAt'} + :cost, ${EXPIRY_ATTRIBUTE} = :expiresAt, ${counting.set}`,
      ConditionExpression: `(${
        isFull ? 'attribute_not_exists(fullAt) OR fullAt <= :now' : 'fullAt BETWEEN :now AND :latest'
      }) AND ${counting.condition}`,
      ExpressionAttributeNames: { '#usage': 'usage', '#hour': 'hour', ...counting.names },
      ExpressionAttributeValues: {
        ':now': now,
        ':cost': millisecondsFor(amount, rate),
        ':expiresAt': Math.floor(now / 1000) + ITEM_SECONDS,
        ...(!isFull && { ':latest': Math.max(now, latestFullAt(amount + reserve, now, rate)) }),
        ...counting.values,
      },
      ReturnValues: 'UPDATED_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const write = client.send(update, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
    return await conditionally(
      write.then(({ Attributes }): Taken | Known => ({ taken: amount, ...v.parse(Stored, Attributes) })),
      ({ item }) => knownFrom(item),
    );
  }

  /** What a network has used of its quotas, by quota: in this hour, and in the one before. One request. */
  async function usageOf(networkId: NetworkId, now: number) {
    const keys = quotaNames.map((quota) => ({ networkId_quota: keyOf(networkId, quota) }));
    const items = await batchGet(client, TableName, keys);
    const parsed = items.map((item) => v.parse(UsageItem, item));
    const hour = hourNumberOf(now);
    return quotaNames.flatMap((quota) => {
      const item = parsed.find((one) => one.networkId_quota === keyOf(networkId, quota));
      const at = (wanted: number) => [item?.usage, item?.usageBefore].find((usage) => usage?.hour === wanted);
      const [thisHour, hourBefore] = [at(hour), at(hour - 1)];
      return thisHour === undefined && hourBefore === undefined ? [] : [{ quota, thisHour, hourBefore }];
    });
  }
}

/** Buckets whose hour a process remembers. */
const MAX_HOURS = 5_000;

const keyOf = (networkId: NetworkId, quota: QuotaName): string => `${networkId}_${quota}`;
const hourNumberOf = (now: number): number => Math.floor(now / HOUR_MS);

function knownFrom(item: unknown): Known {
  if (item === undefined) return { fullAt: 0, hour: 0, namesCallers: true };
  const { fullAt, usage } = v.parse(StoredImage, item);
  const callers = Object.keys(usage?.M.callers.M ?? {});
  return { fullAt: fullAt.N, hour: usage?.M.hour.N ?? 0, namesCallers: callers.length < MOST_CALLERS };
}

/** A part of an update: what it sets, and what must hold. */
interface Counting {
  readonly set: string;
  readonly condition: string;
  readonly names: Record<string, string>;
  readonly values: Record<string, unknown>;
}

/** Adds to the usage of the hour that the item has. */
function addToUsage(used: number, callers: Use['callers'], hour: number): Counting {
  const sets = callers.map((_, n) => `#usage.callers.#c${n} = if_not_exists(#usage.callers.#c${n}, :zero) + :c${n}`);
  const isNaming = callers.length > 0;
  return {
    set: ['#usage.#used = #usage.#used + :used', ...sets].join(', '),
    condition: `#usage.#hour = :hour${isNaming ? ' AND size(#usage.callers) < :most' : ''}`,
    names: { '#used': 'used', ...Object.fromEntries(callers.map(([caller], n) => [`#c${n}`, caller])) },
    values: {
      ':used': used,
      ':hour': hour,
      ...(isNaming && { ':zero': 0, ':most': MOST_CALLERS }),
      ...Object.fromEntries(callers.map(([, count], n) => [`:c${n}`, count])),
    },
  };
}

/**
 * Begins the usage of an hour, and keeps the one that was there: what is assigned is from before the update
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/example_dynamodb_Scenario_UpdateExpressionOrder_section.html).
 */
const beginUsage = (used: number, callers: Use['callers'], hour: number): Counting => ({
  set: 'usageBefore = if_not_exists(#usage, :none), #usage = :usage',
  condition: '(attribute_not_exists(#usage) OR #usage.#hour < :hour)',
  names: {},
  values: {
    ':hour': hour,
    ':usage': { hour, used, callers: Object.fromEntries(callers) } satisfies Usage,
    ':none': { hour: 0, used: 0, callers: {} } satisfies Usage,
  },
});
