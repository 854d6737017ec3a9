/**
 * The tables of delivery in memory, for simulations of hours and of many processes. Index queries, and reads of
 * deliveries that are not consistent, see the table as it was some time ago, as those of DynamoDB may. What the real
 * tables do is tested against DynamoDB Local; these follow them.
 */
import * as v from 'valibot';
import type { DeliveryId } from '../../../contract/deliveries.ts';
import type { NetworkId } from '../../../contract/ids.ts';
import { dueBucketOf, type TableKey } from '../../../contract/tables.ts';
import type { DeliveriesTable, DueDelivery } from '../../../lambdas/deliveries/deliveries-table.ts';
import { type Delivery, finalState } from '../../../lambdas/deliveries/delivery.ts';
import {
  deliveryKey,
  heldAttributes,
  indexAttributes,
  scheduledAttributes,
  waitingOrderOf,
} from '../../../lambdas/deliveries/delivery-item.ts';
import type { SignerDeliveries, SignerHealth } from '../../../lambdas/delivery/compose.ts';
import type { WebhookKey } from '../../../lambdas/shared/webhook-key.ts';
import { type MalformedWebhook, Webhook } from '../../../lambdas/webhooks/webhooks-table.ts';
import { shardedPage } from './sharded-page.ts';
import type { VirtualClock } from './virtual-clock.ts';

type Clock = Pick<VirtualClock, 'now' | 'sleep'>;

/** How the tables answer. */
export interface TableFaults {
  /** Milliseconds of a call. */
  readonly callMilliseconds: number;
  /** Milliseconds by which indexes lag, and reads that are not consistent. */
  readonly indexLag: number;
  /** Throws where a read of a table fails. */
  readonly beforeRead: (table: 'deliveries' | 'webhooks') => void;
  /** Throws where a call fails before, or after, its write. */
  readonly beforeWrite: (table?: 'events' | 'webhooks') => void;
  readonly afterWrite: () => void;
}

/** Tables that answer at once, and fail never. */
export const faultlessTables: TableFaults = {
  callMilliseconds: 0,
  indexLag: 0,
  beforeRead: () => {},
  beforeWrite: () => {},
  afterWrite: () => {},
};

type Entry = ReturnType<typeof indexAttributes> & { readonly delivery: Delivery };

/** Deliveries and their indexes. */
export function memoryDeliveries(clock: Clock, faults: TableFaults) {
  const items = new Map<string, Entry>();
  const indexed = new Map<string, Entry>();
  const latest = new Map<string, Entry>();

  const set = (delivery: Delivery, attributes = indexAttributes(delivery, clock.now())): void => {
    const id = `${delivery.webhookId}/${delivery.deliveryId}`;
    const entry = { delivery, ...attributes };
    items.set(id, entry);
    latest.set(id, entry);
    if (faults.indexLag === 0) indexed.set(id, entry);
    else void clock.sleep(faults.indexLag).then(() => latest.get(id) === entry && indexed.set(id, entry));
  };
  const get = (webhookId: string, deliveryId: string) => items.get(`${webhookId}/${deliveryId}`);
  const call = () => clock.sleep(faults.callMilliseconds);
  const beginRead = async () => {
    faults.beforeRead('deliveries');
    await call();
  };
  const write = async <T>(change: () => T): Promise<T> => {
    faults.beforeWrite();
    await call();
    const result = change();
    faults.afterWrite();
    return result;
  };

  const deliveries: SignerDeliveries & Pick<DeliveriesTable, 'due' | 'removeFromDue'> = {
    putAll: async (written) => {
      if (written.length > 0)
        await write(() => {
          for (const delivery of written) set(delivery);
        });
    },
    putUnlessOvertaken: async (delivery) =>
      await write(() => {
        const before = get(delivery.webhookId, delivery.deliveryId)?.delivery;
        const { generation, attemptCount } = delivery;
        const isOvertaken =
          before !== undefined &&
          (before.generation > generation || (before.generation === generation && before.attemptCount > attemptCount));
        if (!isOvertaken) set(delivery);
        return !isOvertaken;
      }),
    read: async (webhookId, deliveryId) => {
      await beginRead();
      return get(webhookId, deliveryId)?.delivery;
    },
    readAll: async (ids) => {
      if (ids.length > 0) await beginRead();
      return ids.flatMap(({ webhookId, deliveryId }) => get(webhookId, deliveryId)?.delivery ?? []).sort(byId);
    },
    waiting: async (webhookId, kind, limit, after = waitingOrderOf(kind)) => {
      await beginRead();
      const found: { deliveryId: DeliveryId; waitingOrder: string }[] = [];
      for (const { delivery, waitingOrder } of indexed.values()) {
        if (delivery.webhookId !== webhookId || waitingOrder === undefined) continue;
        if (!waitingOrder.startsWith(waitingOrderOf(kind)) || waitingOrder <= after) continue;
        found.push({ deliveryId: delivery.deliveryId, waitingOrder });
      }
      const page = found.sort((a, b) => (a.waitingOrder < b.waitingOrder ? -1 : 1)).slice(0, limit);
      return { found: page, ...(page.length < found.length && { next: `${page.at(-1)?.waitingOrder}` }) };
    },
    due: async function* (bucket, at) {
      await beginRead();
      const due: DueDelivery[] = [];
      for (const { delivery, dueBucket, dueAt } of indexed.values()) {
        if (dueBucket === bucket && dueAt !== undefined && dueAt <= at) due.push({ ...delivery, dueAt });
      }
      yield due;
    },
    removeFromDue: async ({ webhookId, deliveryId, dueAt }) => {
      await write(() => {
        const entry = get(webhookId, deliveryId);
        if (entry?.dueAt !== dueAt) return;
        const { dueBucket: _, dueAt: __, delivery, ...rest } = entry;
        set(delivery, rest);
      });
    },
    recorded: async ({ webhookId }, { first, last }, perShard, isConsistent) => {
      await beginRead();
      const all = [...(isConsistent ? items : indexed).values()]
        .map(({ delivery }) => ({ deliveryId: delivery.deliveryId, record: delivery }))
        .filter(({ deliveryId: id, record }) => record.webhookId === webhookId && first <= id && id <= last);
      const shardOf = ({ deliveryId }: (typeof all)[number]) => deliveryKey(webhookId, deliveryId).webhookId_shard;
      const page = shardedPage(all, ({ deliveryId }) => deliveryId, shardOf, perShard);
      return { ...page, found: page.found.filter(({ record }) => !record.isTest) };
    },
    addHeld: async (delivery, replaces) =>
      await write(() => {
        if (!replaces && get(delivery.webhookId, delivery.deliveryId) !== undefined) return false;
        set(delivery, heldAttributes(delivery.deliveryId, clock.now(), clock.now()));
        return true;
      }),
    sendAgain: async ({ webhookId, deliveryId, state, generation }, turn, by) =>
      await write(() => {
        const before = get(webhookId, deliveryId)?.delivery;
        if (before?.generation !== generation || before.state !== state || before.isErased) return undefined;
        const now = clock.now();
        const at = new Date(now).toISOString();
        const again: Delivery = {
          ...before,
          next: turn === 'held' ? { kind: 'held' } : { kind: 'at', at },
          state: 'retrying',
          attemptsOnSchedule: 0,
          generation: generation + 1,
          ...by,
          beforeRecovery: by?.recovery === undefined ? undefined : finalState(state),
        };
        set(again, turn === 'held' ? heldAttributes(deliveryId, now, now) : scheduledAttributes(again, at, now));
        return again;
      }),
  };
  return { deliveries, all: () => [...items.values()].map(({ delivery }) => delivery).sort(byId) };
}

const byId = (a: Delivery, b: Delivery): number => (a.deliveryId < b.deliveryId ? -1 : 1);

/** Webhooks and the health of their receivers. */
export function memoryWebhooks(clock: Clock, faults: TableFaults) {
  const items = new Map<string, Webhook & { dueAt?: string | undefined }>();
  const malformed = new Set<string>();
  const call = () => clock.sleep(faults.callMilliseconds);
  const beginRead = async () => {
    faults.beforeRead('webhooks');
    await call();
  };
  const change = async (
    { webhookId }: WebhookKey,
    changed: (webhook: Webhook) => (Partial<Webhook> & { readonly dueAt?: string | undefined }) | undefined,
  ): Promise<boolean> => {
    faults.beforeWrite('webhooks');
    await call();
    const webhook = items.get(webhookId);
    const changes = webhook && changed(webhook);
    if (webhook === undefined || changes === undefined) return false;
    items.set(webhookId, { ...webhook, ...changes });
    faults.afterWrite();
    return true;
  };
  const health: SignerHealth = {
    beginFailing: (key, at) =>
      change(key, ({ failingSince }) => (failingSince === undefined ? { failingSince: at } : undefined)),
    endFailing: (key, recoveredAt) =>
      change(key, ({ failingSince }) =>
        failingSince === undefined ? undefined : { failingSince: undefined, recoveredAt },
      ),
    struggles: (key, strugglingSince, strugglingAt) => change(key, () => ({ strugglingAt, strugglingSince })),
    note: (read, noticed, outages) =>
      change(read, (webhook) => {
        if (webhook.noticed?.at !== read.noticed?.at) return undefined;
        const ended = outages && { outages: [...outages] };
        return noticed === undefined ? { noticed, strugglingSince: undefined, ...ended } : { noticed, ...ended };
      }),
    noteRotationCheck: (key, rotationCheckedFor) => change(key, () => ({ rotationCheckedFor })),
    replaceFlow: (key, before, flow) => {
      const at = flow.leasedUntil ?? flow.nextAt;
      const dueAt = at === undefined ? undefined : new Date(Date.parse(at) + 60_000).toISOString();
      return change(key, (webhook) => (webhook.flow?.version === before?.version ? { flow, dueAt } : undefined));
    },
    disable: (read, disabledReason) => {
      const updatedAt = new Date(clock.now()).toISOString();
      return change(read, (webhook) =>
        webhook.enabled && webhook.updatedAt === read.updatedAt
          ? { enabled: false, disabledReason, updatedAt, flow: undefined, dueAt: updatedAt }
          : undefined,
      );
    },
    due: async (bucket, at) => {
      await beginRead();
      return [...items.values()].filter(
        ({ webhookId, dueAt }) => dueBucketOf(webhookId) === bucket && dueAt !== undefined && dueAt <= at,
      );
    },
  };
  return {
    health,
    add: (webhook: Webhook) => void items.set(webhook.webhookId, webhook),
    /** Enables or disables a webhook, as an admin does. */
    switch: (webhookId: string, enabled: boolean) => {
      const webhook = items.get(webhookId);
      if (webhook === undefined) return;
      const { flow: _, failingSince, noticed: __, ...lasting } = webhook;
      const kept = enabled || failingSince === undefined ? {} : { failingSince };
      const at = new Date(clock.now()).toISOString();
      items.set(webhookId, { ...lasting, ...kept, enabled, updatedAt: at, dueAt: at });
    },
    /** Changes a webhook, as an admin does. */
    edit: (webhookId: string, changes: Partial<Webhook>) => {
      const webhook = items.get(webhookId);
      if (webhook === undefined) return;
      items.set(webhookId, { ...webhook, ...changes, updatedAt: new Date(clock.now()).toISOString() });
    },
    /** Stops recoveries, as the route does. */
    stopRecoveries: (webhookId: string, recoveriesStopped: string) => {
      const webhook = items.get(webhookId);
      if (webhook !== undefined) items.set(webhookId, { ...webhook, recoveriesStopped });
    },
    remove: (webhookId: string) => void items.delete(webhookId),
    get: (webhookId: string): Webhook | undefined => items.get(webhookId),
    /** Makes a webhook's item one that can't be read, or repairs it. */
    setMalformed: (webhookId: string, isMalformed: boolean) =>
      void (isMalformed ? malformed.add(webhookId) : malformed.delete(webhookId)),
    list: async (_networkId?: NetworkId, onMalformed?: (webhook: MalformedWebhook) => void): Promise<Webhook[]> => {
      await beginRead();
      const [unreadable, all] = [new Set(malformed), [...items.values()]];
      for (const webhook of all) if (unreadable.has(webhook.webhookId)) onMalformed?.({ ...webhook, filter: '' });
      return all.filter(({ webhookId }) => !unreadable.has(webhookId));
    },
    find: async ({ webhookId }: TableKey<'webhooks'>): Promise<Webhook | undefined> => {
      await beginRead();
      return v.parse(v.optional(Webhook), malformed.has(webhookId) ? {} : items.get(webhookId));
    },
  };
}
