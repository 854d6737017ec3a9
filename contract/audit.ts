/** The audit trail of a network: who changed what, and when (docs/spec/audit.md). */
import * as v from 'valibot';
import { Actor } from './access.ts';
import { auditActions } from './audit-actions.ts';
import { doc, field, named, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { countUpTo, inOrder, object, oneOf, time, timestamp } from './schema.ts';
import { longestRetention } from './tables.ts';
import { WebhookName } from './webhooks.ts';

/** Days after which an entry expires, unless the stage stores it for less. */
export const AUDIT_RETENTION_DAYS = longestRetention.auditDays;
/** The most bytes of an entry: a change of every field of a webhook, each at its longest before and after. */
export const MAX_AUDIT_ENTRY_BYTES = 32 * 1024;
/** Entries on a page when the caller names no limit, and the most. */
const DEFAULT_ENTRIES_PER_PAGE = 20;
const MAX_ENTRIES_PER_PAGE = 100;

/** What an entry has in place of the id of a user who was erased. */
export const ERASED = '(erased)';

const ENTRY_ID = 'must be the id of an entry: 32 characters of 0-9 and a-f';

/** The id of an entry. Ids ascend with the time of the entry. */
export const AuditEntryId = v.pipe(v.string(ENTRY_ID), v.regex(/^[0-9a-f]{32}$/, ENTRY_ID), v.brand('AuditEntryId'));
export type AuditEntryId = v.InferOutput<typeof AuditEntryId>;

/** What was done (docs/spec/audit.md#actions). */
export const AuditAction = named('AuditAction', oneOf(auditActions), doc('The action.'));
export type AuditAction = v.InferOutput<typeof AuditAction>;

/** A field that has changed. Values are texts; a list is joined with a comma and a space. */
export const AuditChange = named(
  'AuditChange',
  v.object({
    field: field(v.string(), doc('The name of the field.', 'description')),
    from: field(
      v.optional(v.string()),
      doc(
        'The value before the change. The field is absent if there was no value, or if the value is secret.',
        'Analytics',
      ),
    ),
    to: field(
      v.optional(v.string()),
      doc(
        'The value after the change. The field is absent if there is no value, or if the value is secret.',
        'Analytics and search',
      ),
    ),
  }),
);
export type AuditChange = v.InferOutput<typeof AuditChange>;

export const AuditEntry = named(
  'AuditEntry',
  v.object({
    entryId: field(v.string(), doc('The id of the entry. Ids ascend with time.', '019cadd8ea0070c4aa1b2c3d4e5f6072')),
    at: field(time, doc('The time of the action.', '2026-03-02T09:20:00.000Z')),
    by: field(Actor, doc('The actor who did the action.')),
    action: AuditAction,
    webhookId: field(
      v.optional(v.string()),
      doc(
        'The id of the webhook that the entry is about. The field is absent if the entry is not about a webhook.',
        'wh_019cadc69a8070c4aa1b2c3d4e5f6071',
      ),
    ),
    deliveryId: field(
      v.optional(v.string()),
      doc(
        'The id of the delivery that was replayed. The field is present only if the action is `deliveryReplayed`.',
        '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
      ),
    ),
    changes: field(
      v.array(AuditChange),
      doc(
        'The fields that the action has changed. If the action changes no fields, the list is empty, or contains details of the action, such as the id of an erased event.',
      ),
    ),
  }),
);
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

export const listAudit = defineRoute(
  {
    operationId: 'listAudit',
    method: 'GET',
    path: '/audit',
    role: 'viewer',
    quota: 'administration',
    query: v.pipe(
      object({
        webhookId: field(
          v.optional(WebhookName),
          doc(
            'The service lists only entries about this webhook. The webhook may have been deleted.',
            'wh_019cadc69a8070c4aa1b2c3d4e5f6071',
          ),
        ),
        since: field(
          v.optional(timestamp()),
          doc('The service lists only entries about actions at this time or later.', '2026-03-02T09:00:00.000Z'),
        ),
        until: field(
          v.optional(timestamp()),
          doc('The service lists only entries about actions at this time or earlier.', '2026-03-02T10:00:00.000Z'),
        ),
        limit: field(
          countUpTo(MAX_ENTRIES_PER_PAGE, DEFAULT_ENTRIES_PER_PAGE),
          doc('The maximum number of entries on a page.', 20),
        ),
        start: field(
          v.optional(AuditEntryId),
          doc(
            'The value of `start` in the previous page. If this parameter is absent, the response is the first page.',
            '019cadd8ea0070c4aa1b2c3d4e5f6072',
          ),
        ),
      }),
      inOrder(),
    ),
    response: {
      status: 200,
      body: v.object({
        results: field(v.array(AuditEntry), doc('The entries. The latest entry is first.')),
        start: field(
          v.optional(v.string()),
          doc(
            'The position after which the next page begins. To get the next page, pass this value as `start` in the next request. The field is absent on the last page.',
            '019cadd8ea0070c4aa1b2c3d4e5f6072',
          ),
        ),
      }),
    },
  },
  routeDoc(({ entryId, updatedAt, webhookId }) => ({
    group: 'Network',
    summary: 'List the audit trail',
    description: `Lists the entries of the audit trail. Each entry says who did what in the network. The latest entry is first. The service stores entries for ${AUDIT_RETENTION_DAYS} days, unless the stage sets a shorter time. If you set \`webhookId\`, the service lists only entries about this webhook. The webhook may have been deleted. Use \`since\` and \`until\` to select entries by the time of the action. Both \`since\` and \`until\` are inclusive. The list contains an entry within a few seconds after the action. Every page except the last page contains \`start\`. You can send this request even if all features of the network are off.`,
    response: 'One page of entries. The value of `start` is the `entryId` at which the page ends.',
    example: {
      query: { webhookId, limit: 20 },
      response: {
        results: [
          {
            entryId,
            at: updatedAt,
            by: { kind: 'admin', name: 'ada' },
            action: 'webhookUpdated',
            webhookId,
            changes: [{ field: 'description', from: 'Analytics', to: 'Analytics and search' }],
          },
        ],
      },
    },
  })),
);

/** Those of this file. */
export const auditRoutes = { listAudit };
