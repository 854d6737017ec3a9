/**
 * Since when which source addresses have been listed: an item of the webhooks table for each version of the list, in a
 * partition of its own, which no id of a network can name. CloudFormation knows no date at which it has made an address.
 */
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { conditionally } from '../shared/table-requests.ts';

const PARTITION = '#source-addresses';

/** The item as DynamoDB stores it. */
const Stored = v.object({ updatedAt: v.object({ S: v.string() }) });

/** The table of the given name; by default the one that the function's environment names. */
export function sourceAddressesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { listedSince };

  /** Since when a version has been listed: since `now`, unless it already was. One write unit. */
  async function listedSince(version: string, now: number): Promise<string> {
    const updatedAt = new Date(now).toISOString();
    const write = new PutCommand({
      TableName,
      Item: { networkId: PARTITION, webhookId: version, updatedAt },
      ConditionExpression: 'attribute_not_exists(networkId)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return await conditionally(
      client.send(write).then(() => updatedAt),
      ({ item }) => v.parse(Stored, item).updatedAt.S,
    );
  }
}
