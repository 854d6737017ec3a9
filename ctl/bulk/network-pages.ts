/** All items of a network in a table whose partition keys begin with the network, for an export. */
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';

/** The key of the last item that was read. */
export const ScanKey = v.record(v.string(), v.string());
export type ScanKey = v.InferOutput<typeof ScanKey>;

/** Items, and where the next ones begin; no `next` after the last ones. */
export interface ScanPage<Item> {
  readonly items: readonly Item[];
  readonly next?: ScanKey | undefined;
}

/**
 * Reads the table in pages of at most 1 MB after `after`; many have no item of the network. There is no index by network, since no
 * route needs one: this reads the whole table, a read unit for 4 KB. Throws a ValiError for an item that does not fit `schema`.
 */
export async function* networkPages<Item>(
  client: DynamoDBDocumentClient,
  { TableName, partitionKey, schema }: TableOfUsers<Item>,
  networkId: NetworkId,
  after?: ScanKey,
): AsyncGenerator<ScanPage<Item>> {
  let next: ScanKey | undefined = after;
  do {
    const { Items, LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ExclusiveStartKey: next,
        // Network ids have no `_`, so this is the prefix of one network.
        FilterExpression: 'begins_with(#partition, :network)',
        ExpressionAttributeNames: { '#partition': partitionKey },
        ExpressionAttributeValues: { ':network': `${networkId}_` },
      }),
    );
    next = v.parse(v.optional(ScanKey), LastEvaluatedKey);
    yield { items: v.parse(v.array(schema), Items), next };
  } while (next !== undefined);
}

interface TableOfUsers<Item> {
  readonly TableName: string;
  /** The attribute `<networkId>_<userId>`. */
  readonly partitionKey: string;
  readonly schema: v.GenericSchema<unknown, Item>;
}
