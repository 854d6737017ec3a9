/**
 * Adds webhooks to the webhooks table, never more than a network may have (docs/spec/webhooks.md#number-of-webhooks).
 *
 * Creations of a network are serialized: each counts the webhooks, and writes the new one together with the next number of an
 * item that all creations share. If another creation was faster, the write fails and the count is repeated. The webhooks
 * themselves are counted, so that no counter can deviate from them, and deletions change nothing else.
 *
 * The shared item has its own partition, `<networkId>#creations`, so that lists of webhooks don't contain it.
 */
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Actor } from '../../contract/actor.ts';
import { MAX_WEBHOOKS_PER_NETWORK } from '../../contract/webhooks.ts';
import { auditTable } from '../audit/audit-table.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError } from '../shared/errors.ts';
import { inTurns, transact } from '../shared/transactions.ts';
import { differencesOf } from './webhook-differences.ts';
import { type Webhook, webhooksTable } from './webhooks-table.ts';

/** 403: the network has as many webhooks as one may have. */
export class TooManyWebhooksError extends ServiceError {
  constructor(networkId: string) {
    super('forbidden', `the network ${networkId} has ${MAX_WEBHOOKS_PER_NETWORK} webhooks, the most; delete one first`);
  }
}

/** 429: other requests kept creating webhooks of the network at the same time. */
export class CreationsBusyError extends ServiceError {
  constructor(networkId: string) {
    super('tooManyRequests', `too many webhooks are being created in the network ${networkId} at once; try again`);
  }
}

/** A webhook with whoever creates it. */
export interface NewWebhook extends Webhook {
  readonly updatedBy: Actor;
}

/** The tables of the given names; by default those that the function's environment names. */
export function webhookCreationTable(
  client: DynamoDBDocumentClient = documentClient(),
  tables = { webhooks: required('WEBHOOKS_TABLE'), audit: required('AUDIT_TABLE') },
) {
  const TableName = tables.webhooks;
  const webhooks = webhooksTable(client, TableName);
  const audit = auditTable(client, tables.audit);
  return { create, forget };

  /**
   * Adds a webhook together with its entry of the audit trail, and returns how many the network has then. Throws
   * TooManyWebhooksError and CreationsBusyError.
   */
  async function create(webhook: NewWebhook): Promise<number> {
    const { networkId } = webhook;
    const count = await inTurns(async () => {
      const turn = await creationsSoFar(networkId);
      const existing = await webhooks.list(networkId);
      const { length } = existing;
      // The write of an earlier turn may have taken effect although it seemed to fail, such as by a conflict with itself.
      if (existing.some(({ webhookId }) => webhookId === webhook.webhookId)) return length;
      if (length >= MAX_WEBHOOKS_PER_NETWORK) throw new TooManyWebhooksError(networkId);
      return (await putInTurn(webhook, turn)) ? length + 1 : undefined;
    });
    if (count === undefined) throw new CreationsBusyError(networkId);
    return count;
  }

  /** Removes what creations of a deleted network have in common. Idempotent. */
  async function forget(networkId: string): Promise<void> {
    await client.send(new DeleteCommand({ TableName, Key: turnKey(networkId) }));
  }

  async function creationsSoFar(networkId: string): Promise<number> {
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: turnKey(networkId), ConsistentRead: true, ProjectionExpression: 'creations' }),
    );
    return v.parse(v.optional(v.number(), 0), Item?.['creations']);
  }

  /** Writes the webhook, unless another creation has come between or DynamoDB cancels the transaction for the moment. */
  async function putInTurn(webhook: NewWebhook, turn: number): Promise<boolean> {
    const { networkId, webhookId, createdAt, updatedBy } = webhook;
    const Update = {
      TableName,
      Key: turnKey(networkId),
      UpdateExpression: 'SET creations = :next',
      ConditionExpression: 'creations = :turn OR (:turn = :none AND attribute_not_exists(creations))',
      ExpressionAttributeValues: { ':turn': turn, ':next': turn + 1, ':none': 0 },
    };
    const Put = { TableName, Item: webhook, ConditionExpression: 'attribute_not_exists(webhookId)' };
    const changes = differencesOf(undefined, webhook);
    const entry = { networkId, webhookId, at: createdAt, by: updatedBy, action: 'webhookCreated', changes } as const;
    return (await transact(client, [{ Update }, { Put }, { Put: audit.put(entry) }])) === 'written';
  }
}

const turnKey = (networkId: string) => ({ networkId: `${networkId}#creations`, webhookId: 'creations' });
