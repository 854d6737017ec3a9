/** The audit trail of a network: who changed what, and when (docs/spec/audit.md). */
import * as v from 'valibot';
import { Actor } from './access.ts';
import { defineRoute } from './route.ts';
import { countUpTo, inOrder, object, timestamp } from './schema.ts';
import { longestRetention } from './tables.ts';
import { WebhookId } from './webhooks.ts';

/** Days after which an entry expires, unless the stage stores it for less. */
export const AUDIT_RETENTION_DAYS = longestRetention.auditDays;
/** The most bytes of an entry: a change of every field of a webhook, each at its longest before and after. */
export const MAX_AUDIT_ENTRY_BYTES = 32 * 1024;
/** Entries on a page when the caller names no limit, and the most. */
const DEFAULT_ENTRIES_PER_PAGE = 20;
const MAX_ENTRIES_PER_PAGE = 100;

/** What an entry has in place of the id of a user who was erased. */
export const ERASED = '(erased)';

const ENTRY_ID = 'must be the id of an entry: 32 of 0-9 and a-f';

/** The id of an entry. Ids ascend with the time of the entry. */
export const AuditEntryId = v.pipe(v.string(ENTRY_ID), v.regex(/^[0-9a-f]{32}$/, ENTRY_ID), v.brand('AuditEntryId'));
export type AuditEntryId = v.InferOutput<typeof AuditEntryId>;

/** What was done (docs/spec/audit.md#actions). */
export const AuditAction = v.picklist([
  'webhookCreated',
  'webhookUpdated',
  'webhookDisabled',
  'webhookDeleted',
  'secretRotated',
  'secretRevealed',
  'testEventSent',
  'receiverCheckedUp',
  'deliveryReplayed',
  'deliveriesRecovered',
  'retriedNow',
  'noticeAddressesChanged',
  'testNoticeSent',
  'networkCreated',
  'networkChanged',
  'networkDeleted',
  'networkKeyAdded',
  'networkKeyRemoved',
  'networkKeyRevealed',
  'adminLinkCreated',
  'usersErased',
]);
export type AuditAction = v.InferOutput<typeof AuditAction>;

/** A field that has changed. Values are texts; a list is joined with a comma and a space. */
export const AuditChange = v.object({
  field: v.string(),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
});
export type AuditChange = v.InferOutput<typeof AuditChange>;

export const AuditEntry = v.object({
  entryId: v.string(),
  at: v.string(),
  by: Actor,
  action: AuditAction,
  webhookId: v.optional(v.string()),
  deliveryId: v.optional(v.string()),
  changes: v.array(AuditChange),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

export const listAudit = defineRoute({
  operationId: 'listAudit',
  method: 'GET',
  path: '/audit',
  summary: 'List the audit trail',
  description: `Who changed what in the network in the last ${AUDIT_RETENTION_DAYS} days, the latest entry first; of one webhook, even a deleted one, with \`webhookId\`. since and until bound the time of the entries, both inclusive. An entry is listed within a few seconds. The last page has no start. It needs no feature.`,
  role: 'viewer',
  quota: 'administration',
  query: v.pipe(
    object({
      webhookId: v.optional(WebhookId),
      since: v.optional(timestamp()),
      until: v.optional(timestamp()),
      limit: countUpTo(MAX_ENTRIES_PER_PAGE, DEFAULT_ENTRIES_PER_PAGE),
      start: v.optional(AuditEntryId),
    }),
    inOrder(),
  ),
  response: {
    status: 200,
    description: 'One page; start is the entryId at which it ends.',
    body: v.object({ results: v.array(AuditEntry), start: v.optional(v.string()) }),
  },
});
