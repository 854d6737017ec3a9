/** The deliveries table as the ledger of a webhook. */
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';
import type { LedgerRange } from '../../../contract/ledger.ts';
import { documentClient } from '../../shared/clients.ts';
import { required } from '../../shared/env.ts';
import { Delivery } from '../model/delivery.ts';
import { keysOf, type LedgerEntry } from '../model/ledger.ts';
import { NO_TEST } from './delivery-filter.ts';
import { shardKeys, wellFormed } from './delivery-item.ts';

const Entry = v.pick(Delivery, ['deliveryId', 'webhookId', 'event', 'state', 'generation', 'lastAttemptAt']);
/** `state` is a reserved word of expressions. */
const attributeNames = Object.fromEntries(Object.keys(Entry.entries).map((name) => [`#${name}`, name]));

/** Deliveries in ascending order of their ids; `next` is the id up to which they are complete, absent at the end of the range. */
export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  readonly next?: DeliveryId;
}

/** The table of the given name; by default the one that the function's environment names. */
export function ledgerTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
) {
  return { page };

  /**
   * A range of a webhook's deliveries; at most `limit`. One call reads four shards with a query each, of at most 1 MB and
   * `limit` deliveries: at most 500 read units. Lags, as reads that are not consistent do: an hour that has settled is read as it is.
   */
  async function page(webhookId: string, range: LedgerRange, limit: number): Promise<LedgerPage> {
    const shards = await Promise.all(shardKeys(webhookId).map((shard) => readShard(shard, range, limit)));
    const [cutOff] = shards.flatMap(({ next }) => next ?? []).sort();
    const found = shards
      .flatMap(({ entries }) => entries)
      .filter(({ deliveryId }) => cutOff === undefined || deliveryId <= cutOff)
      .sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
    const entries = found.slice(0, limit);
    const next = found.length > limit ? entries.at(-1)?.deliveryId : cutOff;
    return { entries, ...(next !== undefined && { next }) };
  }

  async function readShard(shard: string, range: LedgerRange, limit: number): Promise<LedgerPage> {
    const { first, last } = keysOf(range);
    // BETWEEN needs its bounds in order.
    if (first > last) return { entries: [] };
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'webhookId_shard = :shard AND #deliveryId BETWEEN :first AND :last',
        FilterExpression: NO_TEST,
        ProjectionExpression: Object.keys(attributeNames).join(', '),
        ExpressionAttributeNames: attributeNames,
        ExpressionAttributeValues: { ':shard': shard, ':first': first, ':last': last },
        Limit: limit,
      }),
    );
    const next = LastEvaluatedKey && { next: v.parse(DeliveryId, LastEvaluatedKey['deliveryId']) };
    return { entries: Items.flatMap((item) => wellFormed(Entry, item)), ...next };
  }
}
