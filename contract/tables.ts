/**
 * Keys, indexes and expiry of every table. The CDK app creates the tables from this, and the table modules use the same
 * names. A key can't be changed once a table holds data.
 */
import * as v from 'valibot';

/** The attribute with the time, in seconds since 1970, after which DynamoDB may delete an item. */
export const EXPIRY_ATTRIBUTE = 'expiresAt';

/** Names of the key attributes: the partition key, and the sort key if there is one. All are strings. */
export const tableKeys = {
  /** One item per blocked user, until the block ends. */
  blocks: ['netid_uid', 'blocked_userId'],
  /** One item per recorded action. */
  activities: ['networkId_userId', 'createdAt'],
  /**
   * Networks' features, settings and signing keys. Keys are read only by the authorizer, and by the functions that redeem
   * admin links and that let receivers read events.
   */
  networks: ['networkId'],
  /** The outbox: every accepted event, until it expires; its stream feeds activity and webhooks. */
  events: ['networkId_eventId'],
  /** Configuration and secrets of webhooks, and the health of their receivers; and what has to be as secret. */
  webhooks: ['networkId', 'webhookId'],
  /** One item per event and webhook, with its attempts; and attempts counted by the hour. */
  deliveries: ['webhookId_shard', 'deliveryId'],
  /** How much of its quotas each network has left. */
  quotas: ['networkId_quota'],
  /** Who changed what: one item per change. */
  audit: ['networkId', 'entryId'],
  /** Whom a link into the panel signs in, until it is used or expires. */
  adminLinks: ['codeHash'],
} as const;

export type TableName = keyof typeof tableKeys;

/** The key of an item of a table. */
export type TableKey<Name extends TableName> = Readonly<Record<(typeof tableKeys)[Name][number], string>>;

/**
 * The events of each network in the order of their acceptance. A network has several partitions, since a partition of
 * an index takes about 1,000 writes per second, and slows the table down beyond that; test events have one of their own,
 * which only the log reads. `projected` is what it has besides the keys; the time and the id of an event are in these
 * (docs/adr/0043-ledger.md).
 */
export const acceptedIndex = {
  indexName: 'accepted',
  partitionKey: 'networkId_shard',
  sortKey: 'acceptedOrder',
  projected: ['event'],
} as const;

/** Partitions of one network in that index: eight times the events that a network may post by default in prod. */
export const ACCEPTED_SHARDS = 16;

/**
 * The backlog of each webhook: deliveries that wait for its receiver. Sparse: most deliveries have no `waitingOrder`
 * and are never in it. It has the table's own partitions, since a partition of an index takes about 1,000 writes a
 * second as well, and slows the table down beyond that
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations).
 */
export const waitingIndex = { indexName: 'waiting', partitionKey: 'webhookId_shard', sortKey: 'waitingOrder' } as const;

/**
 * Waiting deliveries of all webhooks by the time at which the sweeper looks at them. Sparse, too. The partition key is
 * a number. `projected` are the attributes that the message of a retry needs.
 */
export const dueIndex = {
  indexName: 'due',
  partitionKey: 'dueBucket',
  sortKey: 'dueAt',
  projected: ['networkId', 'webhookId', 'eventId', 'event', 'createdAt', 'attemptCount', 'generation'],
} as const;

/** Webhooks by the time at which the sweeper looks at their backlogs. Sparse: in it is who is sent to, or waits. */
export const webhookDueIndex = { indexName: 'due', partitionKey: 'dueBucket', sortKey: 'dueAt' } as const;

/**
 * Who blocked a user, in all networks: the sort key begins with the network's id. For erasure and export. A block is
 * written rarely, so the second write unit costs little (docs/adr/0051-erasure-by-key.md).
 */
export const blockedUserIndex = { indexName: 'blocked', partitionKey: 'blocked_userId', sortKey: 'netid_uid' } as const;

/** Audit entries by webhook, if they have one. Partitions name the network, so none has those of another. */
export const webhookAuditIndex = {
  indexName: 'webhook',
  partitionKey: 'networkId_webhookId',
  sortKey: 'entryId',
} as const;

/** Partitions of the `due` indexes, which all webhooks share: a partition takes about 1,000 writes per second. */
export const DUE_BUCKETS = 16;

/** The partition of a `due` index for an id that ends with random characters. */
export const dueBucketOf = (id: string): number => id.charCodeAt(id.length - 1) % DUE_BUCKETS;

const days = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Days after which items expire (docs/spec/delivery.md#retention). Functions get the settings as JSON. */
export const Retention = v.object({
  /** Of events, from their acceptance; 30 at most. */
  eventDays: days,
  /** Of deliveries, from the acceptance of their event; as long as events at least, 30 at most. */
  deliveryDays: days,
  /** Of entries of the audit trail; 30 to 400. */
  auditDays: days,
});
export type Retention = v.InferOutput<typeof Retention>;

/** The longest periods, which the specification names, and which a stage has unless it sets others. */
export const longestRetention: Retention = { eventDays: 30, deliveryDays: 30, auditDays: 400 };

/** The shortest period of the audit trail. */
export const LEAST_AUDIT_DAYS = 30;
