/**
 * The quotas table: the buckets of networks (lambdas/shared/quotas/allowance.ts).
 *
 * Key: `networkId_quota`. An item exists while its bucket is used, and for a day after that; without one the bucket is full.
 */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkId } from '../../../contract/ids.ts';
import type { QuotaName } from '../../../contract/quotas.ts';
import { EXPIRY_ATTRIBUTE, type TableKey } from '../../../contract/tables.ts';
import { documentClient } from '../clients.ts';
import { required } from '../env.ts';
import { conditionally } from '../table-requests.ts';
import { available, type BucketRate, latestFullAt, millisecondsFor } from './allowance.ts';

/** What was taken of a bucket, and when it will be full: milliseconds since 1970. */
export interface Taken {
  readonly taken: number;
  readonly fullAt: number;
}

const ITEM_SECONDS = 24 * 60 * 60;
/** Others may take from the bucket between an attempt and the next one. */
const ATTEMPTS = 3;
/** Milliseconds for one attempt. A quota is not worth waiting longer: the request is let through then. */
const TIMEOUT_MS = 1_000;

const Stored = v.object({ fullAt: v.number() });
const StoredImage = v.object({ fullAt: v.object({ N: v.pipe(v.string(), v.transform(Number)) }) });

/** The table of the given name; by default the one that the function's environment names. */
export function quotasTable(client: DynamoDBDocumentClient = documentClient(), TableName = required('QUOTAS_TABLE')) {
  return { take };

  /**
   * Takes an amount from a bucket, or as much as it has if that is at least `least`, else nothing. `fullAt` is what is known of
   * the bucket: it saves a write that fails. One write unit an attempt, usually one attempt. An attempt whose response was lost
   * is repeated, and takes twice.
   */
  async function take(
    bucket: { readonly networkId: NetworkId; readonly quota: QuotaName; readonly rate: BucketRate },
    amount: number,
    least: number,
    fullAt: number,
  ): Promise<Taken> {
    let wanted = amount;
    let known = fullAt;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const now = Date.now();
      const result = await attemptToTake(bucket, wanted, now, known <= now);
      if (result.taken > 0) return result;
      known = result.fullAt;
      wanted = Math.min(wanted, available(known, now, bucket.rate));
      if (wanted < least) break;
    }
    return { taken: 0, fullAt: known };
  }

  /** Takes all of an amount, or nothing: from a bucket that is full, or from one that is not. */
  async function attemptToTake(
    { networkId, quota, rate }: Parameters<typeof take>[0],
    amount: number,
    now: number,
    isFull: boolean,
  ): Promise<Taken> {
    const cost = millisecondsFor(amount, rate);
    const key: TableKey<'quotas'> = { networkId_quota: `${networkId}_${quota}` };
    const update = new UpdateCommand({
      TableName,
      Key: key,
      UpdateExpression: `SET fullAt = ${isFull ? ':now' : 'fullAt'} + :cost, ${EXPIRY_ATTRIBUTE} = :expiresAt`,
      ConditionExpression: isFull
        ? 'attribute_not_exists(fullAt) OR fullAt <= :now'
        : 'fullAt BETWEEN :now AND :latest',
      ExpressionAttributeValues: {
        ':now': now,
        ':cost': cost,
        ':expiresAt': Math.floor(now / 1000) + ITEM_SECONDS,
        ...(!isFull && { ':latest': Math.max(now, latestFullAt(amount, now, rate)) }),
      },
      ReturnValues: 'UPDATED_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const write = client.send(update, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
    return await conditionally(
      write.then(({ Attributes }) => ({ taken: amount, ...v.parse(Stored, Attributes) })),
      ({ item }) => ({ taken: 0, fullAt: item === undefined ? 0 : v.parse(StoredImage, item).fullAt.N }),
    );
  }
}
