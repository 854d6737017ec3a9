/**
 * The pass that erases users: which erasures it is for, and where it is. One item of the erasures table, under a network id that no
 * network can have.
 *
 * A process leases it before it works, so that two are rarely at it at once; nothing is lost if they are.
 */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { isApplied } from '../shared/table-requests.ts';
import { PassPosition } from './erasure-pass.ts';
import { ErasureKey } from './erasures-table.ts';

/** A pass that has begun. */
const Current = v.object({ erasures: v.array(ErasureKey), position: PassPosition });
export type CurrentPass = v.InferOutput<typeof Current>;

/** The latest pass: when it began (ISO 8601), and what is left of it; absent once it has ended. */
export const Pass = v.object({ startedAt: v.optional(v.string(), ''), current: v.optional(Current) });
export type Pass = v.InferOutput<typeof Pass>;

export type PassTable = ReturnType<typeof passTable>;

const Key = { networkId: '#pass', erasureId: 'current' };

/** The table of the given name, for one process that calls itself `holder`; by default the one that the environment names. */
export function passTable(
  holder: string,
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('ERASURES_TABLE'),
) {
  return { lease, save, release };

  /** Leases the pass until `until` (milliseconds), and returns it; undefined where another process has it. */
  async function lease(now: number, until: number): Promise<Pass | undefined> {
    let leased: unknown;
    const update = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET holder = :holder, leasedUntil = :until',
      ConditionExpression: 'attribute_not_exists(leasedUntil) OR leasedUntil < :now OR holder = :holder',
      ExpressionAttributeValues: { ':holder': holder, ':until': until, ':now': now },
      ReturnValues: 'ALL_NEW',
    });
    const isLeased = await isApplied(
      client.send(update).then(({ Attributes }) => {
        leased = Attributes;
      }),
    );
    return isLeased ? v.parse(Pass, leased) : undefined;
  }

  /** Stores where the pass is. Returns false where another process has it meanwhile. */
  function save({ startedAt, current }: Pass): Promise<boolean> {
    const update = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: `SET startedAt = :startedAt${current ? ', #current = :current' : ' REMOVE #current'}`,
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeNames: { '#current': 'current' },
      ExpressionAttributeValues: {
        ':startedAt': startedAt,
        ':holder': holder,
        ...(current && { ':current': current }),
      },
    });
    return isApplied(client.send(update));
  }

  /** Lets the next process have it. */
  async function release(): Promise<void> {
    const update = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'REMOVE leasedUntil',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
    });
    await isApplied(client.send(update));
  }
}
