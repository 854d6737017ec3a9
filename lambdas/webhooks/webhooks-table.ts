/**
 * The webhooks table, as its readers use it: one item per webhook (docs/spec/webhooks.md). Keys: `networkId` and `webhookId`.
 *
 * `webhook-creation-table.ts` adds webhooks, `webhook-changes-table.ts` writes their configuration and secrets, and signers the
 * receiver's health (lambdas/delivery/receiver/receiver-health-table.ts); neither overwrites the other's attributes.
 */
import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import type { TableKey } from '../../contract/tables.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError } from '../shared/errors.ts';
import { Webhook } from './webhook.ts';

export type { Flow, Noticed, Webhook } from './webhook.ts';

/** The key of a webhook. */
export interface WebhookKey extends TableKey<'webhooks'> {
  readonly networkId: NetworkId;
  readonly webhookId: WebhookId;
}

/** 404: the network has no webhook of that id, whatever other networks have. */
export class WebhookNotFoundError extends ServiceError {
  constructor({ networkId, webhookId }: WebhookKey) {
    super('notFound', `the network ${networkId} has no webhook ${webhookId}`);
  }
}

export type WebhooksTable = ReturnType<typeof webhooksTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function webhooksTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { list, find, read };

  /**
   * Every webhook of a network, in order of creation; at most 50. Read consistently: a deleted one must not be called.
   * Malformed items are left out, logged, and passed to `onMalformed`.
   */
  async function list(networkId: NetworkId, onMalformed?: (webhook: MalformedWebhook) => void): Promise<Webhook[]> {
    const webhooks: Webhook[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        KeyConditionExpression: 'networkId = :network',
        ExpressionAttributeValues: { ':network': networkId },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) {
      for (const item of Items) {
        const parsed = v.safeParse(Webhook, item);
        if (parsed.success) {
          webhooks.push(parsed.output);
          continue;
        }
        const { webhookId } = item;
        // Without the value, which may be a secret.
        const field = v.getDotPath(parsed.issues[0]);
        console.error({ message: 'An item of the webhooks table could not be read.', networkId, webhookId, field });
        const malformed = v.safeParse(MalformedWebhook, item);
        if (malformed.success) onMalformed?.(malformed.output);
      }
    }
    return webhooks;
  }

  /** One webhook, or undefined. Read consistently. */
  async function find(key: WebhookKey): Promise<Webhook | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true }));
    return v.parse(v.optional(Webhook), Item);
  }

  /** The same. Throws WebhookNotFoundError. */
  async function read(key: WebhookKey): Promise<Webhook> {
    const webhook = await find(key);
    if (webhook === undefined) throw new WebhookNotFoundError(key);
    return webhook;
  }
}

const keyOf = ({ networkId, webhookId }: WebhookKey) => ({ networkId, webhookId });

/** An item that is no webhook, as far as it can be read; where it can't, it may be enabled and ask for every event. */
const MalformedWebhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
  enabled: v.fallback(v.boolean(), true),
  events: v.fallback(v.array(v.string()), ['*']),
});
export type MalformedWebhook = v.InferOutput<typeof MalformedWebhook>;
