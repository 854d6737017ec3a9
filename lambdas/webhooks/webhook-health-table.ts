/**
 * What the signer knows of a webhook's receiver, kept on the webhook's item in the webhooks table.
 *
 * Only the signer writes it, and never together with the configuration, so that an admin's change and a receiver's
 * failure can't overwrite each other. Every change is conditional on the webhook being there: none revives a deleted one.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';

/**
 * A breaker that is not closed. `open` waits for its probe; `idle` has nothing to probe with, the next delivery will be
 * the probe; `draining` got an answer and works off what waited. The token names one opening.
 */
export const Breaker = v.object({
  token: v.string(),
  phase: v.picklist(['open', 'idle', 'draining']),
  openedAt: v.string(),
  probeAt: v.string(),
  /** When an answer came and the line began to be worked off. */
  drainingSince: v.optional(v.string()),
  /** Probes that failed since it opened. */
  failedProbes: v.number(),
});
export type Breaker = v.InferOutput<typeof Breaker>;

/** The receiver's recent behaviour. */
export const WebhookHealth = v.object({
  /** Absent until the receiver has proven quick: it is then served by the slow lane. */
  lane: v.optional(v.picklist(['fast', 'slow'])),
  /** Since when every attempt has failed: ISO 8601. */
  failingSince: v.optional(v.string()),
  breaker: v.optional(Breaker),
});
export type WebhookHealth = v.InferOutput<typeof WebhookHealth>;

/** The key of a webhook. */
export interface WebhookRef {
  readonly networkId: NetworkId;
  readonly webhookId: string;
}

export type WebhookHealthTable = ReturnType<typeof webhookHealthTable>;

/** The table of the given name; by default the one that the function's environment names. All functions say whether they changed it. */
export function webhookHealthTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { setLane, beginFailing, endFailing, openBreaker, moveBreaker, closeBreaker, disable };

  async function setLane(webhook: WebhookRef, lane: 'fast' | 'slow'): Promise<boolean> {
    return await update(webhook, 'SET lane = :lane', 'attribute_exists(webhookId)', { ':lane': lane });
  }

  async function beginFailing(webhook: WebhookRef, at: string): Promise<boolean> {
    const condition = 'attribute_exists(webhookId) AND attribute_not_exists(failingSince)';
    return await update(webhook, 'SET failingSince = :at', condition, { ':at': at });
  }

  async function endFailing(webhook: WebhookRef): Promise<boolean> {
    return await update(webhook, 'REMOVE failingSince', 'attribute_exists(failingSince)');
  }

  /** Opens a closed breaker. */
  async function openBreaker(webhook: WebhookRef, breaker: Breaker): Promise<boolean> {
    const condition = 'attribute_exists(webhookId) AND attribute_not_exists(breaker)';
    return await update(webhook, 'SET breaker = :breaker', condition, { ':breaker': breaker });
  }

  /** Replaces a breaker that still has that token. */
  async function moveBreaker(webhook: WebhookRef, token: string, breaker: Breaker): Promise<boolean> {
    const values = { ':token': token, ':breaker': breaker };
    return await update(webhook, 'SET breaker = :breaker', 'breaker.#token = :token', values, {
      '#token': 'token',
    });
  }

  /** Closes a breaker that still has that token. */
  async function closeBreaker(webhook: WebhookRef, token: string): Promise<boolean> {
    const values = { ':token': token };
    return await update(webhook, 'REMOVE breaker', 'breaker.#token = :token', values, {
      '#token': 'token',
    });
  }

  /** Disables an enabled webhook for a reason that lies with its receiver (decisions 23 and 25). */
  async function disable(webhook: WebhookRef, reason: 'gone' | 'failing', at: string): Promise<boolean> {
    const expression = 'SET enabled = :off, disabledReason = :reason, updatedAt = :at REMOVE breaker';
    const values = { ':off': false, ':on': true, ':reason': reason, ':at': at };
    return await update(webhook, expression, 'enabled = :on', values);
  }

  async function update(
    { networkId, webhookId }: WebhookRef,
    UpdateExpression: string,
    ConditionExpression: string,
    values?: Record<string, unknown>,
    names?: Record<string, string>,
  ): Promise<boolean> {
    try {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: { networkId, webhookId },
          UpdateExpression,
          ConditionExpression,
          ...(values && { ExpressionAttributeValues: values }),
          ...(names && { ExpressionAttributeNames: names }),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
