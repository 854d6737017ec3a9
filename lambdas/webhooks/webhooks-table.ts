/**
 * The webhooks table: its keys and items, and how they are read (docs/spec/webhooks.md). One item per webhook, with the
 * keys `networkId` and `webhookId`, an id of the service. A webhook to which the customer has given an id has another item
 * with the keys `<networkId>#ids` and that id, which names the first one (docs/adr/0061-ids-of-customers.md). Times are
 * ISO 8601 with milliseconds.
 *
 * `webhook-changes-table.ts` writes configuration and secrets, `receiver-health-table.ts` the receiver's health;
 * neither overwrites the other's attributes.
 */
import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { Actor } from '../../contract/access.ts';
import { NetworkId } from '../../contract/ids.ts';
import type { TableKey } from '../../contract/tables.ts';
import { DisabledReason } from '../../contract/webhook-states.ts';
import { WebhookId, WebhookName, WebhookSecret } from '../../contract/webhooks.ts';
import { ReceiverHealth } from '../receiver-health/stored-health.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError } from '../shared/errors.ts';

/** An id for a new webhook: `wh_` and a UUIDv7, so that ids sort in order of creation. */
export const newWebhookId = (uuid = uuidv7()): WebhookId => v.parse(WebhookId, `wh_${uuid.replaceAll('-', '')}`);

/** What an admin sets. */
const WebhookConfiguration = v.object({
  /** One of the three. */
  url: v.optional(v.string()),
  eventBus: v.optional(v.string()),
  pull: v.optional(v.literal(true)),
  /** Patterns; see contract/event-names.ts. */
  events: v.array(v.string()),
  /** An event pattern as JSON; empty for none. DynamoDB's own form would round its numbers. */
  filter: v.optional(v.string(), ''),
  description: v.string(),
  /** Header name → value. */
  headers: v.record(v.string(), v.string()),
  legacySignature: v.boolean(),
  /** Ceilings that the customer sets; absent for none. */
  maxRequestsPerSecond: v.optional(v.number()),
  maxConcurrentRequests: v.optional(v.number()),
  enabled: v.boolean(),
});
export type WebhookConfiguration = v.InferOutput<typeof WebhookConfiguration>;

/** A webhook: its configuration, its secrets, and the health of its receiver. */
export const Webhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
  /** The id that the customer has given to it, by which alone callers know it then. */
  givenId: v.optional(WebhookName),
  ...WebhookConfiguration.entries,
  /** Present where `enabled` is false. */
  disabledReason: v.optional(DisabledReason),
  /** Newest first; at most 3. */
  secrets: v.array(WebhookSecret),
  createdAt: v.string(),
  /** Of the configuration and the secrets: each change has a later one. */
  updatedAt: v.string(),
  /** Absent on webhooks that have not changed since this is stored. */
  updatedBy: v.optional(Actor),
  /** The latest read of a receiver that reads events itself, to the minute: when, and up to which time of acceptance. */
  pulled: v.optional(v.object({ at: v.string(), until: v.string() })),
  /** Recoveries that were asked for by then are stopped. */
  recoveriesStopped: v.optional(v.string()),
  ...ReceiverHealth.entries,
});
export type Webhook = v.InferOutput<typeof Webhook>;

/** An item that is no webhook, as far as it can be read; where it can't, it may be enabled and ask for every event. */
const MalformedWebhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
  enabled: v.fallback(v.boolean(), true),
  pull: v.fallback(v.optional(v.literal(true)), undefined),
  events: v.fallback(v.array(v.string()), ['*']),
  filter: v.fallback(v.optional(v.string(), ''), ''),
});
export type MalformedWebhook = v.InferOutput<typeof MalformedWebhook>;

/** What callers name a webhook by. */
export interface WebhookReference {
  readonly networkId: NetworkId;
  readonly webhookId: WebhookName;
}

/** The id of a webhook as callers know it. */
export const nameOf = ({ givenId, webhookId }: Pick<Webhook, 'givenId' | 'webhookId'>): WebhookName =>
  givenId ?? webhookId;

/** The reference to a webhook, without anything else. */
export const referenceTo = (webhook: Pick<Webhook, 'networkId' | 'givenId' | 'webhookId'>): WebhookReference => ({
  networkId: webhook.networkId,
  webhookId: nameOf(webhook),
});

/** The key of the item that says which webhook has a given id: in a partition of its own, like no webhook's. */
export const givenIdKey = ({ networkId, webhookId }: WebhookReference): TableKey<'webhooks'> => ({
  networkId: `${networkId}#ids`,
  webhookId,
});

const GivenId = v.object({ names: WebhookId });

/** 404: the network has no webhook of that id, whatever other networks have. */
export class WebhookNotFoundError extends ServiceError {
  constructor({ networkId, webhookId }: WebhookReference) {
    super('notFound', `the network ${networkId} has no webhook ${webhookId}`);
  }
}

export type WebhooksTable = ReturnType<typeof webhooksTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function webhooksTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { list, find, findNamed, read };

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

  /** One webhook by its key, or undefined. Read consistently: a read unit for each 4 KB. */
  async function find({ networkId, webhookId }: TableKey<'webhooks'>): Promise<Webhook | undefined> {
    const Key = { networkId, webhookId };
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return v.parse(v.optional(Webhook), Item);
  }

  /** One webhook by what callers name it, or undefined. The same, and another read unit for a given id. */
  async function findNamed(reference: WebhookReference): Promise<Webhook | undefined> {
    const { networkId, webhookId: name } = reference;
    if (v.is(WebhookId, name)) {
      const webhook = await find({ networkId, webhookId: name });
      return webhook?.givenId === undefined ? webhook : undefined;
    }
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: { ...givenIdKey(reference) }, ConsistentRead: true }),
    );
    return Item && (await find({ networkId, webhookId: v.parse(GivenId, Item).names }));
  }

  /** The same. Throws WebhookNotFoundError. */
  async function read(reference: WebhookReference): Promise<Webhook> {
    const webhook = await findNamed(reference);
    if (webhook === undefined) throw new WebhookNotFoundError(reference);
    return webhook;
  }
}
