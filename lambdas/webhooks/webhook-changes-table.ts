/**
 * Changes of webhooks, each written together with its entry of the audit trail, in one transaction.
 *
 * A change reads the webhook, decides, and writes on the condition that nobody has changed the configuration or the
 * secrets since: `updatedAt` is later after each change. Otherwise it begins again. Receiver health has other writers,
 * and does not change `updatedAt` (lambdas/receiver-health/receiver-health-table.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Actor, theService } from '../../contract/access.ts';
import type { AuditAction, AuditChange } from '../../contract/audit.ts';
import type { EventFilter } from '../../contract/event-filter.ts';
import { dueBucketOf } from '../../contract/tables.ts';
import type { DisabledReason } from '../../contract/webhook-states.ts';
import type { WebhookSecret } from '../../contract/webhooks.ts';
import { auditTable } from '../audit/audit-table.ts';
import { noteWebhooks } from '../auth/networks-table.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { ServiceError, TemporaryError } from '../shared/errors.ts';
import { retryWhileBusy, transact } from '../shared/transactions.ts';
import { keyOf, type WebhookKey } from '../shared/webhook-key.ts';
import {
  readFilter,
  refuseLowCeiling,
  refuseMisplaced,
  refuseNeverMatching,
  refuseOtherKind,
  storedFilter,
} from './allowed-configuration.ts';
import {
  type AttributeWrite,
  afterWrite,
  type ConfigurationChanges,
  configurationWrite,
  differencesOf,
  disablingWrite,
  updateExpression,
} from './configuration-write.ts';
import { type CreatedWebhook, webhookCreationsTable } from './webhook-creations-table.ts';
import {
  givenIdKey,
  referenceTo,
  type Webhook,
  type WebhookConfiguration,
  WebhookNotFoundError,
  type WebhookReference,
  webhooksTable,
} from './webhooks-table.ts';

export type WebhookChangesTable = ReturnType<typeof webhookChangesTable>;

/** What an admin changes: with a filter as it was checked, or null for none. */
type RequestedChanges = Omit<ConfigurationChanges, 'filter'> & { readonly filter?: EventFilter | null | undefined };

/** What a change does, and how the audit trail says it. `fields`: what the configurations' difference does not show. */
interface WebhookChange extends AttributeWrite {
  readonly action: AuditAction;
  readonly fields?: readonly AuditChange[];
}

/** The tables of these names, by default those of the function's environment. `now` returns milliseconds since 1970. */
export function webhookChangesTable(
  client: DynamoDBDocumentClient = documentClient(),
  tables: { readonly webhooks: string; readonly audit: string; readonly networks?: string } = {
    webhooks: required('WEBHOOKS_TABLE'),
    audit: required('AUDIT_TABLE'),
  },
  now: () => number = Date.now,
) {
  const webhooks = webhooksTable(client, tables.webhooks);
  const audit = auditTable(client, tables.audit);
  const { create, forget } = webhookCreationsTable(client, tables);
  return { create, put, replace, forget, update, rotateSecret, disable, remove };

  /** Replaces the configuration of a webhook, whole; `filter` is that of the configuration. Throws what `update` does. */
  async function replace(
    reference: WebhookReference,
    { url, eventBus, pull, events, description, headers, legacySignature, enabled, ...ceilings }: WebhookConfiguration,
    filter: EventFilter | null,
    by: Actor,
  ): Promise<Webhook> {
    const { maxRequestsPerSecond = null, maxConcurrentRequests = null } = ceilings;
    const set = { url, eventBus, pull, events, filter, description, headers, legacySignature, enabled };
    return await update(reference, { ...set, maxRequestsPerSecond, maxConcurrentRequests }, by);
  }

  /**
   * Creates a webhook under its given id, or replaces the configuration of the one that has this id; `count` is present
   * if it is created. Throws what `create` and `update` throw, but no WebhookNotFoundError.
   */
  async function put(
    webhook: CreatedWebhook,
    filter: EventFilter | null,
  ): Promise<{ webhook: Webhook; count?: number }> {
    const reference = referenceTo(webhook);
    return await retryWhileBusy(busy(reference), async () => {
      try {
        return { webhook: await replace(reference, webhook, filter, webhook.updatedBy) };
      } catch (error) {
        if (!(error instanceof WebhookNotFoundError)) throw error;
      }
      const { created, count } = await create(webhook);
      // Otherwise somebody else was faster.
      return created.webhookId === webhook.webhookId && { webhook: created, count };
    });
  }

  /**
   * Changes the configuration and returns the changed webhook; writes nothing where that is as it was. Throws
   * WebhookNotFoundError, a TemporaryError where others keep changing it, and 400 for a filter that could match no event
   * then, a field that its kind lacks, or a ceiling that is too low for a legacy request.
   */
  async function update(reference: WebhookReference, requested: RequestedChanges, by: Actor): Promise<Webhook> {
    const { events, filter } = requested;
    const changes = { ...requested, filter: storedFilter(filter) };
    return await change(reference, by, (webhook) => {
      refuseOtherKind(webhook, requested);
      if (filter !== undefined) refuseNeverMatching(events ?? webhook.events, filter);
      else if (events !== undefined) refuseNeverMatching(events, readFilter(webhook.filter));
      const write = configurationWrite(webhook, changes);
      const after = afterWrite(webhook, write);
      refuseMisplaced(webhook, after, requested);
      refuseLowCeiling(after);
      const isChanged = differencesOf(webhook, after).length > 0;
      return isChanged ? { action: 'webhookUpdated', ...write } : undefined;
    });
  }

  /**
   * Replaces the secrets by those that `rotated` makes of them, and returns these; undefined leaves them as they are.
   * Throws 409 where another request does so at the same time, since two rotations at once would soon end the secret that receivers know; also
   * WebhookNotFoundError, and a TemporaryError where others keep changing the webhook.
   */
  async function rotateSecret(
    reference: WebhookReference,
    rotated: (secrets: readonly WebhookSecret[]) => readonly WebhookSecret[] | undefined,
    by: Actor,
  ): Promise<WebhookSecret[]> {
    let first: readonly WebhookSecret[] | undefined;
    const { secrets } = await change(reference, by, (webhook) => {
      first ??= webhook.secrets;
      if (!isDeepStrictEqual(webhook.secrets, first))
        throw new ServiceError(
          'duplicate',
          `the secret of the webhook ${reference.webhookId} was changed by another request at the same time; read it and try again`,
        );
      const secrets = rotated(first);
      return secrets && { action: 'secretRotated', set: { secrets }, fields: [{ field: 'secrets' }] };
    });
    return secrets;
  }

  /**
   * Disables a webhook because of its receiver (docs/spec/delivery.md#auto-disable). False where it is not enabled, or
   * an admin has changed it since it was read: then it may have another receiver.
   */
  async function disable(
    read: WebhookKey & Pick<Webhook, 'updatedAt' | 'givenId'>,
    reason: Exclude<DisabledReason, 'admin'>,
  ): Promise<boolean> {
    try {
      await change(referenceTo(read), theService, ({ enabled, updatedAt }) => {
        if (!enabled || updatedAt !== read.updatedAt) throw new NotAsReadError();
        const fields = [{ field: 'disabledReason', to: reason }];
        return { action: 'webhookDisabled', ...disablingWrite(reason), fields };
      });
      return true;
    } catch (error) {
      if (error instanceof NotAsReadError || error instanceof WebhookNotFoundError) return false;
      throw error;
    }
  }

  /** Deletes a webhook with its secrets: nothing more is sent. Throws as `rotateSecret` does, but no 409. */
  async function remove(reference: WebhookReference, by: Actor): Promise<void> {
    let maybeGone: Webhook | undefined;
    await retryWhileBusy(busy(reference), async () => {
      const webhook = await webhooks.findNamed(reference);
      // Another one of the same id may have come since.
      if (maybeGone !== undefined && webhook?.webhookId !== maybeGone.webhookId) return true;
      if (webhook === undefined) throw new WebhookNotFoundError(reference);
      const Delete = { TableName: tables.webhooks, Key: keyOf(webhook), ...unchanged(webhook) };
      const named = { TableName: tables.webhooks, Key: givenIdKey(reference) };
      const entry = { ...reference, at: laterThan(webhook), by, action: 'webhookDeleted' } as const;
      const Put = audit.put({ ...entry, changes: differencesOf(webhook, undefined) });
      const oneFewer = { Update: noteWebhooks(reference.networkId, 'one fewer', tables.networks) };
      const counted = webhook.pull ? [] : [oneFewer];
      const alsoDeleted = webhook.givenId === undefined ? [] : [{ Delete: named }];
      const outcome = await transact(client, [{ Delete }, ...alsoDeleted, { Put }, ...counted]);
      if (outcome === 'unclear') maybeGone = webhook;
      return outcome === 'written';
    });
  }

  /**
   * Makes a change, unless there is none, and returns the changed webhook, whose health may be older. Throws what
   * `decide` throws.
   */
  async function change(
    reference: WebhookReference,
    by: Actor,
    decide: (webhook: Webhook) => WebhookChange | undefined,
  ): Promise<Webhook> {
    let attempted: Webhook | undefined;
    return await retryWhileBusy(busy(reference), async () => {
      const webhook = await webhooks.read(reference);
      if (attempted !== undefined && isChangedAs(attempted, webhook)) return webhook;
      const made = decide(webhook);
      if (made === undefined) return webhook;
      const { action, fields = [], ...decided } = made;
      const updatedAt = laterThan(webhook);
      const write = { ...decided, set: { ...decided.set, updatedAt, updatedBy: by } };
      const due = decided.isDue ? { dueBucket: dueBucketOf(webhook.webhookId), dueAt: updatedAt } : {};
      const expression = updateExpression({ ...write, set: { ...write.set, ...due } });
      const after = afterWrite(webhook, write);
      const { ConditionExpression, ExpressionAttributeValues } = unchanged(webhook);
      const Update = {
        TableName: tables.webhooks,
        Key: keyOf(webhook),
        ...expression,
        ConditionExpression,
        ExpressionAttributeValues: { ...expression.ExpressionAttributeValues, ...ExpressionAttributeValues },
      };
      const changes = [...differencesOf(webhook, after), ...fields];
      const Put = audit.put({ ...reference, at: updatedAt, by, action, changes });
      const outcome = await transact(client, [{ Update }, { Put }]);
      attempted = after;
      return outcome === 'written' && after;
    });
  }

  function laterThan({ updatedAt }: Webhook): string {
    return new Date(Math.max(now(), Date.parse(updatedAt) + 1)).toISOString();
  }
}

const busy = ({ webhookId }: WebhookReference) => new TemporaryError(`The webhook ${webhookId} kept changing.`);

/** The webhook is disabled already, or was changed. */
class NotAsReadError extends Error {}

/** Whether a webhook is as an attempt at its change would have left it: then the attempt has taken effect. */
const isChangedAs = (attempted: Webhook, { updatedAt, updatedBy, secrets, ...webhook }: Webhook): boolean =>
  attempted.updatedAt === updatedAt &&
  isDeepStrictEqual(attempted.updatedBy, updatedBy) &&
  isDeepStrictEqual(attempted.secrets, secrets) &&
  differencesOf(attempted, webhook).length === 0;

const unchanged = ({ updatedAt }: Webhook) => ({
  ConditionExpression: 'updatedAt = :readAt',
  ExpressionAttributeValues: { ':readAt': updatedAt },
});
