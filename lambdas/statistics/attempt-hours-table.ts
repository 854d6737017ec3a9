/**
 * Attempts by the hour, in the deliveries table: one item for each webhook and hour, in a partition of the webhook's
 * own, `<webhookId>_hours`, with the hour (`2026-11-21T01`, UTC) as sort key. They are kept as long as they are shown.
 *
 * An item knows the latest writes, by the first characters of their ids. So a write that is repeated because nobody
 * knows whether it took effect counts once, unless another process whose id begins alike has written in between.
 */
import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { HOUR_MS, HOUR_SECONDS } from '../../contract/durations.ts';
import { MAX_STATISTICS_HOURS } from '../../contract/statistics.ts';
import { EXPIRY_ATTRIBUTE } from '../../contract/tables.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { isApplied } from '../shared/table-requests.ts';
import type { AttemptCounts } from './attempt-counts.ts';

/** The counts of one hour, such as `2026-11-21T01`. */
export interface HourOfAttempts {
  readonly hour: string;
  readonly counts: AttemptCounts;
}

export type AttemptCountsTable = ReturnType<typeof attemptCountsTable>;

/** How the attributes begin that have the ids of the latest writes: one for each first digit. */
const OF_WRITE = 'by:';

const Item = v.object({ deliveryId: v.string() });

/** The table of this name, by default that of the function's environment. `now` returns milliseconds. */
export function attemptCountsTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
  now: () => number = Date.now,
) {
  return { add, latest };

  /**
   * Adds attempts to an hour of a webhook, unless it did so before for this id: hexadecimal, beginning with eight digits
   * of the process, which repeats no write of an hour after a later one. One write unit, unless events of more than some
   * ten types failed.
   */
  async function add(webhookId: string, { hour, counts }: HourOfAttempts, writeId: string): Promise<void> {
    const added = Object.entries(counts).map((one, n) => [...one, n] as const);
    const update = new UpdateCommand({
      TableName,
      Key: { webhookId_shard: partitionOf(webhookId), deliveryId: hour },
      UpdateExpression: `ADD ${added.map(([, , n]) => `#n${n} :n${n}`).join(', ')} SET ${EXPIRY_ATTRIBUTE} = :expiresAt, #write = :write`,
      ConditionExpression: 'attribute_not_exists(#write) OR #write <> :write',
      ExpressionAttributeNames: {
        ...Object.fromEntries(added.map(([name, , n]) => [`#n${n}`, name])),
        '#write': `${OF_WRITE}${writeId.slice(0, 1)}`,
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(added.map(([, number, n]) => [`:n${n}`, number])),
        ':expiresAt': beginOf(hour) / 1000 + (MAX_STATISTICS_HOURS + 1) * HOUR_SECONDS,
        ':write': writeId,
      },
    });
    await isApplied(client.send(update));
  }

  /** The latest `count` hours of a webhook with the current one, oldest first, without those that had no attempts. */
  async function latest(webhookId: string, count: number): Promise<readonly HourOfAttempts[]> {
    const hours: HourOfAttempts[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        KeyConditionExpression: 'webhookId_shard = :partition AND deliveryId >= :first',
        ExpressionAttributeValues: { ':partition': partitionOf(webhookId), ':first': lastHours(count, now())[0] },
      },
    );
    for await (const { Items = [] } of pages) hours.push(...Items.map(hourOfItem));
    return hours;
  }
}

/** The last `count` hours, the current one included, the oldest first. `now` is in milliseconds. */
export const lastHours = (count: number, now: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => hourOf(new Date(now - (count - 1 - n) * HOUR_MS).toISOString()));

/** The hour of a time stamp of ISO 8601 in UTC. */
export const hourOf = (timestamp: string): string => timestamp.slice(0, 'YYYY-MM-DDTHH'.length);

/** When an hour began: milliseconds since 1970. */
export const beginOf = (hour: string): number => Date.parse(`${hour}:00:00Z`);

const partitionOf = (webhookId: string): string => `${webhookId}_hours`;

function hourOfItem({ [EXPIRY_ATTRIBUTE]: _, ...item }: Readonly<Record<string, unknown>>): HourOfAttempts {
  const counts = Object.entries(item).filter((one): one is [string, number] => typeof one[1] === 'number');
  return { hour: v.parse(Item, item).deliveryId, counts: Object.fromEntries(counts) };
}
