/**
 * Who gets the notices of a network by e-mail (docs/spec/notices.md#e-mail): an item of the webhooks table. Its
 * partition, `<networkId>#notices`, is another one than that of the webhooks, so that lists of webhooks don't contain
 * it.
 */
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { TemporaryError } from '../shared/errors.ts';
import { retryWhileBusy, transact } from '../shared/transactions.ts';
import { NoticeAddresses } from './notice-addresses.ts';

type Write = NonNullable<Parameters<typeof transact>[1][number]['Put']>;

/** A change of an item, what else is written with it, and what the caller gets. */
interface AddressesChange<T> {
  readonly after: NoticeAddresses;
  readonly alsoPut?: Write | undefined;
  readonly result: T;
}

/** The table of the given name; by default the one that the function's environment names. */
export function noticeAddressesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { read, change, forget };

  /** Read consistently; without addresses until an admin sets some. One read unit. */
  async function read(networkId: NetworkId): Promise<NoticeAddresses> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(networkId), ConsistentRead: true }));
    return v.parse(NoticeAddresses, Item ?? {});
  }

  /**
   * Reads, and writes what `changed` makes of it, again and again while others write in between. Where it returns
   * undefined, nothing is written. Throws a TemporaryError where others keep writing. A read unit and at least two
   * write units.
   */
  async function change<T>(
    networkId: NetworkId,
    changed: (before: NoticeAddresses) => AddressesChange<T> | undefined,
  ): Promise<T | undefined> {
    const busy = new TemporaryError(`The addresses of ${networkId} kept changing.`);
    const { result } = await retryWhileBusy(busy, async () => {
      const before = await read(networkId);
      const wanted = changed(before);
      if (wanted === undefined) return { result: undefined };
      const { after, alsoPut: Put } = wanted;
      const outcome = await transact(client, [
        { Put: put(networkId, before, after) },
        ...(Put === undefined ? [] : [{ Put }]),
      ]);
      return outcome === 'written' && { result: wanted.result };
    });
    return result;
  }

  /** Removes those of a deleted network. Idempotent. */
  async function forget(networkId: NetworkId): Promise<void> {
    await client.send(new DeleteCommand({ TableName, Key: keyOf(networkId) }));
  }

  /** An item of an earlier version has no revision. */
  function put(networkId: NetworkId, { revision }: NoticeAddresses, after: NoticeAddresses): Write {
    return {
      TableName,
      Item: { ...keyOf(networkId), ...after, revision: revision + 1 },
      ConditionExpression: revision === 0 ? 'attribute_not_exists(revision)' : 'revision = :before',
      ...(revision > 0 && { ExpressionAttributeValues: { ':before': revision } }),
    };
  }
}

const keyOf = (networkId: NetworkId) => ({ networkId: `${networkId}#notices`, webhookId: 'addresses' });
