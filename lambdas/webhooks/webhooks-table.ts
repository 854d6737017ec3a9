/**
 * The webhooks table: one item per webhook (decisions 20, 21, 25, 28 and 29). `webhook-creation-table.ts` adds them.
 *
 * Keys: `networkId` and `webhookId`. Admins write the configuration and the secrets, the signer writes the receiver's health
 * (`webhook-health-table.ts`); neither overwrites what is the other's.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import type { WebhookId, WebhookSecret } from '../../contract/webhooks.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError } from '../shared/errors.ts';
import { Webhook, type WebhookConfiguration } from './webhook.ts';

export type { Webhook } from './webhook.ts';

/** Names a webhook of a network. */
export interface WebhookKey {
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

/** 409: somebody else changed the webhook since it was read. */
export class WebhookChangedError extends ServiceError {
  constructor({ webhookId }: WebhookKey) {
    super(
      'duplicate',
      `the webhook ${webhookId} was changed by somebody else at the same time; look at it and try again`,
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

  /** Every webhook of a network, in order of creation; at most 50. Read consistently: what was deleted must not be called. */
  async function list(networkId: NetworkId): Promise<Webhook[]> {
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
    for await (const { Items = [] } of pages) webhooks.push(...Items.flatMap(webhookOrNothing));
    return webhooks;
  }

  /** One webhook, read consistently. Throws WebhookNotFoundError. */
  async function read(key: WebhookKey): Promise<Webhook> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true }));
    if (Item === undefined) throw new WebhookNotFoundError(key);
    return v.parse(Webhook, Item);
  }

  /**
   * Changes the configuration and answers the webhook as it is then. Enabling a disabled one forgets its health, too: the old
   * breaker has no probe under way any more, and the old `failingSince` would disable it again at the first failure.
   *
   * Throws WebhookNotFoundError, and WebhookChangedError where it was disabled and enabled by others at the same moment.
   */
  async function update(key: WebhookKey, changes: ConfigurationChanges, updatedAt: string): Promise<Webhook> {
    const set = { ...changes, updatedAt };
    if (changes.enabled === undefined) return await write(key, { set }, 'attribute_exists(webhookId)');
    if (!changes.enabled) {
      // One that was disabled already keeps its reason, which is the graver one.
      const keep = { disabledReason: 'admin' };
      return await write(key, { set, keep }, 'attribute_exists(webhookId)');
    }
    const { enabled } = await read(key);
    if (enabled) return await write(key, { set }, 'enabled = :is', { ':is': true });
    const remove = ['disabledReason', 'lane', 'failingSince', 'breaker'];
    return await write(key, { set, remove }, 'enabled = :is', { ':is': false });
  }

  /** Replaces the secrets of a webhook that was read before. Throws WebhookNotFoundError and WebhookChangedError. */
  async function replaceSecrets(
    webhook: Webhook,
    secrets: readonly WebhookSecret[],
    updatedAt: string,
  ): Promise<Webhook> {
    return await write(webhook, { set: { secrets, updatedAt } }, 'secrets = :before', { ':before': webhook.secrets });
  }

  /** Deletes a webhook with its secrets: the signer finds none and sends nothing more (decision 27). Throws WebhookNotFoundError. */
  async function remove(key: WebhookKey): Promise<void> {
    const ConditionExpression = 'attribute_exists(webhookId)';
    try {
      await client.send(new DeleteCommand({ TableName, Key: keyOf(key), ConditionExpression }));
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw new WebhookNotFoundError(key);
      throw error;
    }
  }

  async function write(
    key: WebhookKey,
    attributes: AttributeChanges,
    ConditionExpression: string,
    conditionValues: Record<string, unknown> = {},
  ): Promise<Webhook> {
    const { ExpressionAttributeValues, ...update } = updateExpression(attributes);
    try {
      const { Attributes } = await client.send(
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
      return v.parse(Webhook, Attributes);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      throw error.Item === undefined ? new WebhookNotFoundError(key) : new WebhookChangedError(key);
    }
  }
}

const keyOf = ({ networkId, webhookId }: WebhookKey) => ({ networkId, webhookId });

interface AttributeChanges {
  readonly set: Readonly<Record<string, unknown>>;
  /** Set where they are absent. */
  readonly keep?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** The changes in DynamoDB's words. A field that is undefined is left as it is. */
function updateExpression({ set, keep = {}, remove = [] }: AttributeChanges) {
  const setting = Object.entries(set).filter(([, value]) => value !== undefined);
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

/** One item that can't be read must not keep events from all other webhooks of the network. */
function webhookOrNothing(item: Record<string, unknown>): Webhook[] {
  const parsed = v.safeParse(Webhook, item);
  if (parsed.success) return [parsed.output];
  const { networkId, webhookId } = item;
  console.error({
    message: 'An item of the webhooks table could not be read.',
    networkId,
    webhookId,
    error: parsed.issues[0].message,
  });
  return [];
}
