/**
 * The webhooks table: one item per webhook (docs/spec/webhooks.md). `webhook-creation-table.ts` adds them.
 *
 * Keys: `networkId` and `webhookId`. Admins write the configuration and the secrets, signers write the receiver's health
 * (lambdas/delivery/receiver/receiver-health-table.ts); neither overwrites the other's attributes.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { dueBucketOf, type TableKey } from '../../contract/tables.ts';
import { WebhookId, type WebhookSecret } from '../../contract/webhooks.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError } from '../shared/errors.ts';
import { conditionally, isApplied } from '../shared/table-requests.ts';
import { ReceiverHealth, Webhook, type WebhookConfiguration } from './webhook.ts';

export type { Flow, Noticed, Webhook } from './webhook.ts';

/** The key of a webhook. */
export interface WebhookKey extends TableKey<'webhooks'> {
  readonly networkId: NetworkId;
  readonly webhookId: WebhookId;
}

/** Changes to a configuration: what is absent or undefined stays. */
export type ConfigurationChanges = {
  readonly [Field in keyof WebhookConfiguration]?: WebhookConfiguration[Field] | undefined;
};

/** 404: the network has no webhook of that id, whatever other networks have. */
export class WebhookNotFoundError extends ServiceError {
  constructor({ networkId, webhookId }: WebhookKey) {
    super('notFound', `the network ${networkId} has no webhook ${webhookId}`);
  }
}

/** 409: another request changed the webhook since it was read. */
export class WebhookChangedError extends ServiceError {
  constructor({ webhookId }: WebhookKey) {
    super(
      'duplicate',
      `the webhook ${webhookId} was changed by another request at the same time; read it and try again`,
    );
  }
}

export type WebhooksTable = ReturnType<typeof webhooksTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function webhooksTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { list, read, update, remove, replaceSecrets };

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

  /** One webhook, read consistently. Throws WebhookNotFoundError. */
  async function read(key: WebhookKey): Promise<Webhook> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true }));
    if (Item === undefined) throw new WebhookNotFoundError(key);
    return v.parse(Webhook, Item);
  }

  /**
   * Changes the configuration and returns the changed webhook. Enabling a disabled one resets its health as well, whose
   * `failingSince` would disable it again at the first failure; so does another URL, since nothing is known of its receiver.
   * Either way whoever sends its backlog stops, and the backlog is
   * due: it fails, or is sent.
   *
   * Throws WebhookNotFoundError, and WebhookChangedError where another request enabled or disabled it at the same time.
   */
  async function update(key: WebhookKey, changes: ConfigurationChanges, updatedAt: string): Promise<Webhook> {
    const set = { ...changes, updatedAt };
    const due = { dueBucket: dueBucketOf(key.webhookId), dueAt: updatedAt };
    const health = Object.keys(ReceiverHealth.entries);
    const moved = changes.url === undefined ? {} : { due, remove: health };
    if (changes.enabled === undefined) return await write(key, { set, ...moved }, 'attribute_exists(webhookId)');
    if (!changes.enabled) {
      // A webhook that is already disabled keeps its reason, which is the more serious one.
      const keep = { disabledReason: 'admin' };
      return await write(key, { set, due, keep, remove: ['flow'] }, 'attribute_exists(webhookId)');
    }
    const { enabled } = await read(key);
    if (enabled) return await write(key, { set, ...moved }, 'enabled = :is', { ':is': true });
    const remove = ['disabledReason', 'keptEvents', ...health];
    return await write(key, { set, due, remove }, 'enabled = :is', { ':is': false });
  }

  /** Replaces the secrets of a webhook that was read before. Throws WebhookNotFoundError and WebhookChangedError. */
  async function replaceSecrets(
    webhook: Webhook,
    secrets: readonly WebhookSecret[],
    updatedAt: string,
  ): Promise<Webhook> {
    return await write(webhook, { set: { secrets, updatedAt } }, 'secrets = :before', { ':before': webhook.secrets });
  }

  /** Deletes a webhook with its secrets; signers send nothing to it any more. Throws WebhookNotFoundError. */
  async function remove(key: WebhookKey): Promise<void> {
    const ConditionExpression = 'attribute_exists(webhookId)';
    const deletion = client.send(new DeleteCommand({ TableName, Key: keyOf(key), ConditionExpression }));
    if (!(await isApplied(deletion, () => true))) throw new WebhookNotFoundError(key);
  }

  async function write(
    key: WebhookKey,
    attributes: AttributeChanges,
    ConditionExpression: string,
    conditionValues: Record<string, unknown> = {},
  ): Promise<Webhook> {
    const { ExpressionAttributeValues, ...update } = updateExpression(attributes);
    const written = client.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(key),
        ...update,
        ConditionExpression,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ...conditionValues },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return await conditionally(
      written.then(({ Attributes }) => v.parse(Webhook, Attributes)),
      async ({ item, isRepeated }) => {
        if (item === undefined) throw new WebhookNotFoundError(key);
        const current = isRepeated ? await read(key) : undefined;
        if (current === undefined || !hasValues(current, attributes)) throw new WebhookChangedError(key);
        return current;
      },
    );
  }
}

const keyOf = ({ networkId, webhookId }: WebhookKey) => ({ networkId, webhookId });

interface AttributeChanges {
  readonly set: Readonly<Record<string, unknown>>;
  /** Set as well; keys of the index, which are no part of a webhook. */
  readonly due?: Readonly<Record<string, unknown>>;
  /** Set where they are absent. */
  readonly keep?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** Whether changes have been made. One of them is the time of the request, which other requests hardly share. */
const hasValues = (webhook: Readonly<Record<string, unknown>>, { set }: AttributeChanges): boolean =>
  Object.entries(set).every(([name, value]) => value === undefined || isDeepStrictEqual(webhook[name], value));

/** The changes as an update expression. A field that is undefined stays as it is. */
function updateExpression({ set, due, keep = {}, remove = [] }: AttributeChanges) {
  const setting = Object.entries({ ...set, ...due }).filter(([, value]) => value !== undefined);
  const keeping = Object.entries(keep);
  const assignments = [
    ...setting.map(([name]) => `#${name} = :${name}`),
    ...keeping.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`),
  ];
  const removals = remove.length === 0 ? '' : ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}`;
  const names = [...[...setting, ...keeping].map(([name]) => name), ...remove];
  return {
    UpdateExpression: `SET ${assignments.join(', ')}${removals}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([...setting, ...keeping].map(([name, value]) => [`:${name}`, value])),
  };
}

/** An item that is no webhook, as far as it can be read; where it can't, it may be enabled and ask for every event. */
const MalformedWebhook = v.object({
  networkId: NetworkId,
  webhookId: WebhookId,
  enabled: v.fallback(v.boolean(), true),
  events: v.fallback(v.array(v.string()), ['*']),
});
export type MalformedWebhook = v.InferOutput<typeof MalformedWebhook>;
