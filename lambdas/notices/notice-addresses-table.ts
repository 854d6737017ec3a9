/**
 * Who gets the notices of a network by e-mail (docs/spec/notices.md#e-mail): an item of the webhooks table. Its partition,
 * `<networkId>#notices`, is another one than that of the webhooks, so that lists of webhooks don't contain it.
 */
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { NoticeAddress } from '../../contract/network.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';

const Addresses = v.optional(v.object({ addresses: v.array(NoticeAddress) }), { addresses: [] });

/** The table of the given name; by default the one that the function's environment names. */
export function noticeAddressesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { read, put, forget };

  /** The addresses, read consistently; none until an admin sets some. One read unit. */
  async function read(networkId: NetworkId): Promise<readonly string[]> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(networkId), ConsistentRead: true }));
    return v.parse(Addresses, Item).addresses;
  }

  /** The write of other addresses, as a part of a transaction. It fails where they are not `before` any more. */
  function put(networkId: NetworkId, before: readonly string[], addresses: readonly string[]) {
    return {
      TableName,
      Item: { ...keyOf(networkId), addresses },
      ConditionExpression: `addresses = :before${before.length === 0 ? ' OR attribute_not_exists(addresses)' : ''}`,
      ExpressionAttributeValues: { ':before': before },
    };
  }

  /** Removes those of a deleted network. Idempotent. */
  async function forget(networkId: NetworkId): Promise<void> {
    await client.send(new DeleteCommand({ TableName, Key: keyOf(networkId) }));
  }
}

const keyOf = (networkId: NetworkId) => ({ networkId: `${networkId}#notices`, webhookId: 'addresses' });
