/**
 * Adds webhooks to the webhooks table, never more than a network may have (docs/spec/webhooks.md#number-of-webhooks).
 *
 * Creations of a network are serialized: each counts the webhooks, and writes the new one together with the next number of an
 * item that all creations share. If another creation was faster, the write fails and the count is repeated. The webhooks
 * themselves are counted, so that no counter can deviate from them, and deletions change nothing else.
 *
 * The shared item has its own partition, `<networkId>#creations`, so that lists of webhooks don't contain it.
 */
import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MAX_WEBHOOKS_PER_NETWORK } from '../../contract/webhooks.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError } from '../shared/errors.ts';
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

const MAX_TURNS = 12;
const LONGEST_WAIT_MS = 400;

/** The table of the given name; by default the one that the function's environment names. */
export function webhookCreationTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  const webhooks = webhooksTable(client, TableName);
  return { create, forget };

  /** Adds a webhook and returns how many the network has then. Throws TooManyWebhooksError and CreationsBusyError. */
  async function create(webhook: Webhook): Promise<number> {
    const { networkId } = webhook;
    for (let attempt = 0; attempt < MAX_TURNS; attempt++) {
      if (attempt > 0) await setTimeout(Math.random() * Math.min(20 * 2 ** attempt, LONGEST_WAIT_MS));
      const turn = await creationsSoFar(networkId);
      const existing = await webhooks.list(networkId);
      const { length } = existing;
      // The write of an earlier turn may have taken effect although it seemed to fail, such as by a conflict with itself.
      if (existing.some(({ webhookId }) => webhookId === webhook.webhookId)) return length;
      if (length >= MAX_WEBHOOKS_PER_NETWORK) throw new TooManyWebhooksError(networkId);
      if (await putInTurn(webhook, turn)) return length + 1;
    }
    throw new CreationsBusyError(networkId);
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
  async function putInTurn(webhook: Webhook, turn: number): Promise<boolean> {
    const takeTurn = {
      TableName,
      Key: turnKey(webhook.networkId),
      UpdateExpression: 'SET creations = :next',
      ConditionExpression: 'creations = :turn OR (:turn = :none AND attribute_not_exists(creations))',
      ExpressionAttributeValues: { ':turn': turn, ':next': turn + 1, ':none': 0 },
    };
    const put = { TableName, Item: webhook, ConditionExpression: 'attribute_not_exists(webhookId)' };
    try {
      await client.send(new TransactWriteCommand({ TransactItems: [{ Update: takeTurn }, { Put: put }] }));
      return true;
    } catch (error) {
      if (error instanceof TransactionCanceledException && mayTryAgain(error)) return false;
      throw error;
    }
  }
}

const turnKey = (networkId: string) => ({ networkId: `${networkId}#creations`, webhookId: 'creations' });

const passingReasons: ReadonlySet<string | undefined> = new Set([
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * Another creation took the turn, or is about to; the webhook exists already; or DynamoDB refused for the moment. Whatever else
 * cancels a transaction is a fault of ours.
 */
const mayTryAgain = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.length > 0 && CancellationReasons.every(({ Code }) => passingReasons.has(Code));
