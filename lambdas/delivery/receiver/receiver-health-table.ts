/**
 * The health of a webhook's receiver, stored with the webhook's item in the webhooks table.
 *
 * Only signers write it, and never together with the configuration, so that an admin's change and a receiver's failure can't
 * overwrite each other. Every write is conditional, so that none recreates a deleted webhook.
 */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Lane } from '../../../contract/lane.ts';
import { documentClient } from '../../shared/clients.ts';
import { required } from '../../shared/env.ts';
import { isApplied } from '../../shared/table-requests.ts';
import type { Breaker, WebhookKey } from '../../webhooks/webhooks-table.ts';

export type ReceiverHealthTable = ReturnType<typeof receiverHealthTable>;

/**
 * The table of the given name; by default the one that the function's environment names. Every function returns whether it
 * changed the item, and costs one write unit a KB.
 */
export function receiverHealthTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { setLane, beginFailing, endFailing, openBreaker, moveBreaker, closeBreaker, disable };

  async function setLane(webhook: WebhookKey, lane: Lane): Promise<boolean> {
    return await update(webhook, 'SET lane = :lane', 'attribute_exists(webhookId)', { ':lane': lane });
  }

  async function beginFailing(webhook: WebhookKey, at: string): Promise<boolean> {
    const condition = 'attribute_exists(webhookId) AND attribute_not_exists(failingSince)';
    return await update(webhook, 'SET failingSince = :at', condition, { ':at': at });
  }

  async function endFailing(webhook: WebhookKey): Promise<boolean> {
    return await update(webhook, 'REMOVE failingSince', 'attribute_exists(failingSince)');
  }

  /** Opens a closed breaker. */
  async function openBreaker(webhook: WebhookKey, breaker: Breaker): Promise<boolean> {
    const condition = 'attribute_exists(webhookId) AND attribute_not_exists(breaker)';
    return await update(webhook, 'SET breaker = :breaker', condition, { ':breaker': breaker });
  }

  /** Replaces a breaker that still has that token. */
  async function moveBreaker(webhook: WebhookKey, token: string, breaker: Breaker): Promise<boolean> {
    const values = { ':token': token, ':breaker': breaker };
    return await update(webhook, 'SET breaker = :breaker', 'breaker.#token = :token', values, TOKEN);
  }

  /** Closes a breaker that still has that token. */
  async function closeBreaker(webhook: WebhookKey, token: string): Promise<boolean> {
    return await update(webhook, 'REMOVE breaker', 'breaker.#token = :token', { ':token': token }, TOKEN);
  }

  /** Disables an enabled webhook because of its receiver (docs/spec/delivery.md#auto-disable). */
  async function disable(webhook: WebhookKey, reason: 'gone' | 'failing', at: string): Promise<boolean> {
    const expression = 'SET enabled = :off, disabledReason = :reason, updatedAt = :at REMOVE breaker';
    const values = { ':off': false, ':on': true, ':reason': reason, ':at': at };
    return await update(webhook, expression, 'enabled = :on', values);
  }

  async function update(
    { networkId, webhookId }: WebhookKey,
    UpdateExpression: string,
    ConditionExpression: string,
    ExpressionAttributeValues?: Record<string, unknown>,
    ExpressionAttributeNames?: Record<string, string>,
  ): Promise<boolean> {
    const command = new UpdateCommand({
      TableName,
      Key: { networkId, webhookId },
      UpdateExpression,
      ConditionExpression,
      ExpressionAttributeValues,
      ExpressionAttributeNames,
    });
    return await isApplied(client.send(command));
  }
}

/** `token` is a reserved word of DynamoDB. */
const TOKEN = { '#token': 'token' };
