/**
 * New webhooks, each written together with its entry of the audit trail, and only as many as a network may have
 * (docs/spec/webhooks.md#number-of-webhooks).
 */
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Actor } from '../../contract/access.ts';
import { MAX_WEBHOOKS_PER_NETWORK } from '../../contract/webhooks.ts';
import { auditTable } from '../audit/audit-table.ts';
import { noteWebhooks } from '../auth/networks-table.ts';
import { forbidden, TemporaryError } from '../shared/errors.ts';
import { retryWhileBusy, transact } from '../shared/transactions.ts';
import { differencesOf } from './configuration-write.ts';
import { givenIdKey, nameOf, referenceTo, type Webhook, webhooksTable } from './webhooks-table.ts';

/** A webhook with whoever creates it. */
export interface CreatedWebhook extends Webhook {
  readonly updatedBy: Actor;
}

/** The tables of these names. */
export function webhookCreationsTable(
  client: DynamoDBDocumentClient,
  tables: { readonly webhooks: string; readonly audit: string; readonly networks?: string },
) {
  const webhooks = webhooksTable(client, tables.webhooks);
  const audit = auditTable(client, tables.audit);
  return { create, forget };

  /**
   * Adds a webhook, and returns it with how many the network has then (docs/spec/webhooks.md#number-of-webhooks). Where
   * there is one of its id, which an earlier attempt has added, or of its given id, that is returned. Throws 403 where the
   * network has as many as one may have, and a TemporaryError where others keep creating webhooks of it.
   *
   * Creations of a network are serialized: each counts the webhooks, and writes the new one together with the next
   * number of an item that all creations share. If another creation was faster, the write fails and the count is
   * repeated. The webhooks themselves are counted, so that no counter can deviate from them, and deletions change
   * nothing else.
   */
  async function create(webhook: CreatedWebhook): Promise<{ readonly created: Webhook; readonly count: number }> {
    const { networkId } = webhook;
    const busy = new TemporaryError(`Other requests keep creating webhooks of ${networkId}.`);
    return await retryWhileBusy(busy, async () => {
      const turn = await creationsSoFar(networkId);
      const existing = await webhooks.list(networkId);
      const { length } = existing;
      // Also that of an earlier turn, which may have taken effect though it seemed to fail, as by a conflict with itself.
      const created = existing.find((one) => one.webhookId === webhook.webhookId || nameOf(one) === webhook.givenId);
      if (created !== undefined) return { created, count: length };
      if (length >= MAX_WEBHOOKS_PER_NETWORK)
        throw forbidden(
          `the network ${networkId} has ${MAX_WEBHOOKS_PER_NETWORK} webhooks, which is the maximum; delete one first`,
        );
      const sentTo = [...existing, webhook].filter(({ pull }) => !pull).length;
      return (await putInTurn(webhook, turn, sentTo)) && { created: webhook, count: length + 1 };
    });
  }

  /** Removes what creations of a deleted network have in common. Idempotent. */
  async function forget(networkId: string): Promise<void> {
    await client.send(new DeleteCommand({ TableName: tables.webhooks, Key: turnKey(networkId) }));
  }

  async function creationsSoFar(networkId: string): Promise<number> {
    const { Item } = await client.send(
      new GetCommand({
        TableName: tables.webhooks,
        Key: turnKey(networkId),
        ConsistentRead: true,
        ProjectionExpression: 'creations',
      }),
    );
    return v.parse(v.optional(v.number(), 0), Item?.['creations']);
  }

  /** Writes the webhook, unless another creation came between or DynamoDB cancels the transaction for now. */
  async function putInTurn(webhook: CreatedWebhook, turn: number, counted: number): Promise<boolean> {
    const { networkId, webhookId, givenId, createdAt, updatedBy } = webhook;
    const Update = {
      TableName: tables.webhooks,
      Key: turnKey(networkId),
      UpdateExpression: 'SET creations = :next',
      ConditionExpression: 'creations = :turn OR (:turn = :none AND attribute_not_exists(creations))',
      ExpressionAttributeValues: { ':turn': turn, ':next': turn + 1, ':none': 0 },
    };
    const Put = { TableName: tables.webhooks, Item: webhook, ConditionExpression: 'attribute_not_exists(webhookId)' };
    const changes = differencesOf(undefined, webhook);
    const reference = referenceTo(webhook);
    const entry = { ...reference, at: createdAt, by: updatedBy, action: 'webhookCreated', changes } as const;
    // Creations have turns, and nothing else puts such an item: one that is left over names a webhook that is gone.
    const named = { TableName: tables.webhooks, Item: { ...givenIdKey(reference), names: webhookId } };
    return (
      (await transact(client, [
        { Update },
        { Put },
        ...(givenId === undefined ? [] : [{ Put: named }]),
        { Put: audit.put(entry) },
        { Update: noteWebhooks(networkId, { counted }, tables.networks) },
      ])) === 'written'
    );
  }
}

/** In a partition of its own, so that lists of webhooks don't contain it. */
const turnKey = (networkId: string) => ({ networkId: `${networkId}#creations`, webhookId: 'creations' });
