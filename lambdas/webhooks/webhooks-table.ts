/**
 * The webhooks table: its keys and items, and how they are read (docs/spec/webhooks.md). One item per webhook, with the
 * keys `networkId` and `webhookId`. Times are ISO 8601 with milliseconds.
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
import { DisabledReason, WebhookId, WebhookSecret } from '../../contract/webhooks.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError } from '../shared/errors.ts';

/** The key of a webhook. */
export interface WebhookKey extends TableKey<'webhooks'> {
  readonly networkId: NetworkId;
  readonly webhookId: WebhookId;
}

export const keyOf = ({ networkId, webhookId }: WebhookKey) => ({ networkId, webhookId });

/** An id for a new webhook: `wh_` and a UUIDv7, so that ids sort in order of creation. */
export const newWebhookId = (): WebhookId => v.parse(WebhookId, `wh_${uuidv7().replaceAll('-', '')}`);

/** What an admin sets. */
const WebhookConfiguration = v.object({
  /** One of both. */
  url: v.optional(v.string()),
  eventBus: v.optional(v.string()),
  /** Patterns; see contract/event-names.ts. */
  events: v.array(v.string()),
  /** An event pattern as JSON; empty for none. DynamoDB's own form would round its numbers. */
  filter: v.optional(v.string(), ''),
  description: v.string(),
  /** Header name → value. */
  headers: v.record(v.string(), v.string()),
  legacySignature: v.boolean(),
  enabled: v.boolean(),
});
export type WebhookConfiguration = v.InferOutput<typeof WebhookConfiguration>;

/** What the controller of a receiver knows (lambdas/delivery/model/control.ts). */
export const Control = v.object({
  /** The requests in flight at once that have proven good; below 1 it is a rate. */
  window: v.number(),
  /** The share of successes that is usual with it, from 0 to 1. */
  share: v.number(),
  /** The milliseconds that successes usually take; absent before the first one. */
  response: v.optional(v.number()),
  /** Failures in a row. A success sets it to minus the requests in flight: these began before it, and don't count. */
  failures: v.number(),
  /** Milliseconds from one trial to the next: twice as long after each that led to nothing. 0: no limit was met yet. */
  patience: v.number(),
  /** A time with one window, from `since` (milliseconds since 1970), and what came of requests that began in it. */
  trial: v.object({
    window: v.number(),
    since: v.number(),
    ended: v.number(),
    succeeded: v.number(),
    /** The sum of the logarithms of the milliseconds of successes: a few slow ones change their mean little. */
    logarithms: v.number(),
  }),
  /** Nothing is sent before: the next probe, or what `Retry-After` asked for. */
  notBefore: v.optional(v.string()),
  /** Since when nothing has succeeded: one probe at a time is sent. */
  downSince: v.optional(v.string()),
});
export type Control = v.InferOutput<typeof Control>;

/**
 * How a receiver gets its requests. `open`: every process sends. `paced`: one process at a time sends the backlog.
 * `down`: one probe at a time.
 */
export const Flow = v.object({
  /** Another one after each write, so that a write can be conditional on what was read. */
  version: v.string(),
  phase: v.picklist(['open', 'paced', 'down']),
  /** Since when it is open. */
  openSince: v.optional(v.string()),
  /** Until then one process sends alone, and the others hold deliveries. */
  leasedUntil: v.optional(v.string()),
  /** Quick successes since the last slow response. */
  quick: v.number(),
  /** The latest outage, until the backlog is sent. */
  outage: v.optional(v.object({ since: v.string(), until: v.string() })),
  /** Since when nothing waits. */
  emptySince: v.optional(v.string()),
  /** When the backlog is looked at again: the next probe, the next requests, or a last look. */
  nextAt: v.optional(v.string()),
  ...Control.entries,
});
export type Flow = v.InferOutput<typeof Flow>;

/** The control of a receiver of which nothing is known, or from `now` (milliseconds) on only what it may get. */
export const newControl = (now = 0, window = 1): Control => ({
  ...{ window, share: 1, failures: 0, patience: 0 },
  trial: { window, since: now, ended: 0, succeeded: 0, logarithms: 0 },
});

/** The flow of a receiver of which nothing is known. */
export const newFlow: Flow = { version: '', phase: 'paced', quick: 0, ...newControl() };

/** A flow that other code has written: its version and lease count, and the receiver is found out about again. */
const FlowOfOtherCode = v.pipe(
  v.object({ version: v.string(), leasedUntil: v.optional(v.string()) }),
  v.transform((flow): Flow => ({ ...newFlow, ...flow })),
);

const StoredFlow = v.union([Flow, FlowOfOtherCode]);

/**
 * The latest notice about a webhook: its name, since when what it says is so, and when it was sent. Times are ISO 8601.
 * The name is any text: code that does not know it can still deliver.
 */
const Noticed = v.object({ name: v.string(), since: v.string(), at: v.string() });
export type Noticed = v.InferOutput<typeof Noticed>;

/** How the receiver has responded lately. Only signers write it (lambdas/webhooks/receiver-health-table.ts). */
export const ReceiverHealth = v.object({
  /** Since when every attempt has failed: ISO 8601. */
  failingSince: v.optional(v.string()),
  /** When a notable share of the recent attempts had failed: ISO 8601. */
  strugglingAt: v.optional(v.string()),
  /** Since when that was so at least every ten minutes: ISO 8601. */
  strugglingSince: v.optional(v.string()),
  /** When an attempt succeeded after one that had failed: ISO 8601. */
  recoveredAt: v.optional(v.string()),
  /** Absent where the network was told nothing, or that the receiver is healthy again. */
  noticed: v.optional(Noticed),
  /** The last time of a rotation for which the receiver was asked whether it knows the newest secret: ISO 8601. */
  rotationCheckedFor: v.optional(v.string()),
  /** Absent where nothing is known of the receiver. */
  flow: v.optional(StoredFlow),
});

/** A webhook: its configuration, its secrets, and the health of its receiver. */
export const Webhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
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
  ...ReceiverHealth.entries,
});
export type Webhook = v.InferOutput<typeof Webhook>;

/** An item that is no webhook, as far as it can be read; where it can't, it may be enabled and ask for every event. */
const MalformedWebhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
  enabled: v.fallback(v.boolean(), true),
  events: v.fallback(v.array(v.string()), ['*']),
  filter: v.fallback(v.optional(v.string(), ''), ''),
});
export type MalformedWebhook = v.InferOutput<typeof MalformedWebhook>;

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
  async function find({ networkId, webhookId }: TableKey<'webhooks'>): Promise<Webhook | undefined> {
    const Key = { networkId, webhookId };
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return v.parse(v.optional(Webhook), Item);
  }

  /** The same. Throws WebhookNotFoundError. */
  async function read(key: WebhookKey): Promise<Webhook> {
    const webhook = await find(key);
    if (webhook === undefined) throw new WebhookNotFoundError(key);
    return webhook;
  }
}
