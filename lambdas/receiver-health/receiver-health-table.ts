/**
 * The health of a webhook's receiver, stored with the webhook's item in the webhooks table.
 *
 * Signers write it, and never together with the configuration, so that an admin's change and a receiver's failure can't
 * overwrite each other. Every write is conditional, so that none recreates a deleted webhook. Besides, an admin's request
 * for a probe writes the flow, and an admin's change may remove all of it (lambdas/webhooks/configuration-write.ts).
 */
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MINUTE_MS } from '../../contract/durations.ts';
import { NetworkId } from '../../contract/ids.ts';
import { dueBucketOf, webhookDueIndex } from '../../contract/tables.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import type { Flow } from '../pacing/state.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { isApplied } from '../shared/table-requests.ts';
import { keyOf, type WebhookKey } from '../shared/webhook-key.ts';
import type { Outage, ReceiverHealth, SentNotice } from './stored-health.ts';

export type ReceiverHealthTable = ReturnType<typeof receiverHealthTable>;

/** After its time, a backlog is looked at by the sweeper, in case the message that asks for it was lost. */
const LOST_MESSAGE_MS = MINUTE_MS;

const Key = v.object({ networkId: NetworkId, webhookId: WebhookId });

/** The version of a flow, as DynamoDB returns an item with a failed condition. */
const VersionInItem = v.object({ flow: v.object({ M: v.object({ version: v.object({ S: v.string() }) }) }) });

/**
 * The table of the given name; by default the one that the function's environment names. Every write returns whether it
 * changed the item, and costs one write unit a KB.
 */
export function receiverHealthTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { beginFailing, endFailing, struggles, note, noteRotationCheck, replaceFlow, due };

  async function beginFailing(webhook: WebhookKey, at: string): Promise<boolean> {
    const condition = 'attribute_exists(webhookId) AND attribute_not_exists(failingSince)';
    return await update(webhook, 'SET failingSince = :at', condition, { ':at': at });
  }

  async function endFailing(webhook: WebhookKey, at: string): Promise<boolean> {
    const expression = 'SET recoveredAt = :at REMOVE failingSince';
    return await update(webhook, expression, 'attribute_exists(failingSince)', { ':at': at });
  }

  async function struggles(webhook: WebhookKey, since: string, at: string): Promise<boolean> {
    const expression = 'SET strugglingAt = :at, strugglingSince = :since';
    return await update(webhook, expression, 'attribute_exists(webhookId)', { ':at': at, ':since': since });
  }

  /**
   * Notes the latest notice about a webhook, in place of the one that was read with it; undefined once its receiver is
   * healthy. Then a struggle that follows is another one. `outages` replaces those of the past where one has ended.
   */
  async function note(
    webhook: WebhookKey & Pick<ReceiverHealth, 'noticed'>,
    after: SentNotice | undefined,
    outages?: readonly Outage[],
  ): Promise<boolean> {
    const { noticed: before } = webhook;
    const set = [...(after ? ['noticed = :after'] : []), ...(outages ? ['outages = :outages'] : [])].join(', ');
    const expression = `${set && `SET ${set}`}${after === undefined ? ' REMOVE noticed, strugglingSince' : ''}`;
    const isUnchanged = before === undefined ? 'attribute_not_exists(noticed)' : 'noticed.#at = :before';
    return await update(
      webhook,
      expression,
      `attribute_exists(webhookId) AND ${isUnchanged}`,
      {
        ...(after && { ':after': after }),
        ...(outages && { ':outages': outages }),
        ...(before && { ':before': before.at }),
      },
      before && { '#at': 'at' },
    );
  }

  /** Notes that the receiver was asked about a change of secrets at `at`. */
  async function noteRotationCheck(webhook: WebhookKey, at: string): Promise<boolean> {
    return await update(webhook, 'SET rotationCheckedFor = :at', 'attribute_exists(webhookId)', { ':at': at });
  }

  /**
   * Replaces the flow that was read before; undefined where there was none. A flow with a `nextAt` or a lease is in the
   * `due` index. The SDK repeats a write whose response was lost, and the repetition finds its own version: that counts
   * as applied.
   */
  async function replaceFlow(webhook: WebhookKey, before: Flow | undefined, flow: Flow): Promise<boolean> {
    const at = flow.leasedUntil ?? flow.nextAt;
    const dueAt = at === undefined ? undefined : new Date(Date.parse(at) + LOST_MESSAGE_MS).toISOString();
    const isUnchanged = before === undefined ? 'attribute_not_exists(flow)' : 'flow.version = :before';
    const command = new UpdateCommand({
      TableName,
      Key: keyOf(webhook),
      UpdateExpression: `SET flow = :flow${dueAt ? ', dueBucket = :bucket, dueAt = :dueAt' : ' REMOVE dueBucket, dueAt'}`,
      ConditionExpression: `attribute_exists(webhookId) AND ${isUnchanged}`,
      ExpressionAttributeValues: {
        ':flow': flow,
        ...(before !== undefined && { ':before': before.version }),
        ...(dueAt !== undefined && { ':bucket': dueBucketOf(webhook.webhookId), ':dueAt': dueAt }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return await isApplied(
      client.send(command),
      (item) => v.is(VersionInItem, item) && item.flow.M.version.S === flow.version,
    );
  }

  /** Webhooks of a bucket whose backlogs are due at `at` (ISO 8601). The index lags. */
  async function due(bucket: number, at: string): Promise<readonly WebhookKey[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: webhookDueIndex.indexName,
        KeyConditionExpression: 'dueBucket = :bucket AND dueAt <= :at',
        ExpressionAttributeValues: { ':bucket': bucket, ':at': at },
      }),
    );
    return Items.map((item) => v.parse(Key, item));
  }

  async function update(
    webhook: WebhookKey,
    UpdateExpression: string,
    ConditionExpression: string,
    values: Record<string, unknown> = {},
    ExpressionAttributeNames?: Record<string, string>,
  ): Promise<boolean> {
    const Key = keyOf(webhook);
    const command = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression,
      ConditionExpression,
      ExpressionAttributeNames,
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    });
    return await isApplied(client.send(command));
  }
}
