/**
 * Attempts by the hour, in the deliveries table: one item for each webhook and hour, in a partition of the webhook's own,
 * `<webhookId>_hours`, with the hour (`2026-11-21T01`, UTC) as sort key. They are kept as long as they are shown.
 */
import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MAX_STATISTICS_HOURS } from '../../../contract/statistics.ts';
import { EXPIRY_ATTRIBUTE } from '../../../contract/tables.ts';
import { documentClient } from '../../shared/clients.ts';
import { required } from '../../shared/env.ts';
import { type AttemptCounts, BAND_BOUNDS } from '../model/attempt-counts.ts';

/** The counts of one hour, such as `2026-11-21T01`. */
export interface HourOfAttempts {
  readonly hour: string;
  readonly counts: AttemptCounts;
}

export type AttemptCountsTable = ReturnType<typeof attemptCountsTable>;

const HOUR_SECONDS = 60 * 60;

/** The attribute of each band: `ms5` counts attempts of at most 5 ms, and `msBeyond` those above every bound. */
const bandAttributes = [...BAND_BOUNDS.map((bound) => `ms${bound}`), 'msBeyond'];

/** An attribute that was never added to counts as 0. */
const Count = v.optional(v.number(), 0);

/** The table of the given name; by default the one that the function's environment names. `now` returns milliseconds. */
export function attemptCountsTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
  now: () => number = Date.now,
) {
  return { add, latest };

  /** Adds attempts to an hour of a webhook. One write unit. */
  async function add(webhookId: string, { hour, counts }: HourOfAttempts): Promise<void> {
    const added = Object.entries(attributesOf(counts)).filter(([, number]) => number > 0);
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { webhookId_shard: partitionOf(webhookId), deliveryId: hour },
        UpdateExpression: `ADD ${added.map(([name]) => `${name} :${name}`).join(', ')} SET ${EXPIRY_ATTRIBUTE} = :expiresAt`,
        ExpressionAttributeValues: {
          ...Object.fromEntries(added.map(([name, number]) => [`:${name}`, number])),
          ':expiresAt': beginOf(hour) / 1000 + (MAX_STATISTICS_HOURS + 1) * HOUR_SECONDS,
        },
      }),
    );
  }

  /** The latest `count` hours of a webhook, the current one included, the oldest first; hours without attempts are left out. */
  async function latest(webhookId: string, count: number): Promise<readonly HourOfAttempts[]> {
    const first = new Date(now() - (count - 1) * HOUR_SECONDS * 1000).toISOString();
    const hours: HourOfAttempts[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        KeyConditionExpression: 'webhookId_shard = :partition AND deliveryId >= :first',
        ExpressionAttributeValues: { ':partition': partitionOf(webhookId), ':first': hourOf(first) },
      },
    );
    for await (const { Items = [] } of pages) hours.push(...Items.map(hourOfItem));
    return hours;
  }
}

/** The hour of a time stamp of ISO 8601 in UTC. */
export const hourOf = (timestamp: string): string => timestamp.slice(0, 'YYYY-MM-DDTHH'.length);

/** When an hour began: milliseconds since 1970. */
export const beginOf = (hour: string): number => Date.parse(`${hour}:00:00Z`);

const partitionOf = (webhookId: string): string => `${webhookId}_hours`;

const attributesOf = ({ delivered, failed, bands }: AttemptCounts): Record<string, number> => ({
  deliveredCount: delivered,
  failedCount: failed,
  ...Object.fromEntries(bandAttributes.map((name, band) => [name, bands[band] ?? 0])),
});

function hourOfItem(item: Readonly<Record<string, unknown>>): HourOfAttempts {
  const countIn = (name: string) => v.parse(Count, item[name]);
  const [delivered, failed] = [countIn('deliveredCount'), countIn('failedCount')];
  return {
    hour: v.parse(v.string(), item['deliveryId']),
    counts: { delivered, failed, bands: bandAttributes.map(countIn) },
  };
}
