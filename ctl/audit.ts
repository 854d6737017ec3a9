/** The audit trail of a network, and how it is printed (docs/spec/audit.md). */

import * as v from 'valibot';
import type { Actor } from '../contract/access.ts';
import { type AuditChange, type AuditEntry, AuditEntryId } from '../contract/audit.ts';
import type { NetworkId } from '../contract/ids.ts';
import { auditTable } from '../lambdas/audit/audit-table.ts';
import { alignColumns } from './columns.ts';
import type { Connection } from './connection.ts';
import { printable } from './printable.ts';

const ENTRIES_PER_READ = 100;

/** Which entries to read: of one webhook, if given, and how many at most. */
export interface AuditOptions {
  readonly webhook?: string;
  readonly limit: number;
}

/** The latest entries, the latest first. The network may be deleted. */
export async function latestEntries(
  { client, tables, retention }: Connection,
  networkId: NetworkId,
  { webhook: webhookId, limit }: AuditOptions,
): Promise<readonly AuditEntry[]> {
  const audit = auditTable(client, tables.audit, Date.now, retention);
  const entries: AuditEntry[] = [];
  let start: AuditEntryId | undefined;
  do {
    const rest = Math.min(ENTRIES_PER_READ, limit - entries.length);
    const page = await audit.page(networkId, { webhookId, limit: rest, start });
    entries.push(...page.results);
    start = v.parse(v.optional(AuditEntryId), page.start);
  } while (start !== undefined && entries.length < limit);
  return entries;
}

/** Formats entries as a table with a heading; empty if there are none. */
export function auditText(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return '';
  const rows = entries.map(({ at, by, action, webhookId = '', changes }) => [
    at,
    nameOf(by),
    action,
    webhookId,
    changes.map(changeText).join('; '),
  ]);
  return alignColumns([['time', 'who', 'action', 'webhook', 'changes'], ...rows.map((row) => row.map(printable))]);
}

const nameOf = ({ kind, name }: Actor): string => (name === undefined ? kind : `${kind} ${name}`);

/** `enabled: true → false`; without values where they are secret. */
function changeText({ field, from, to }: AuditChange): string {
  if (from === undefined && to === undefined) return field;
  return `${field}: ${[from, to].flatMap((value) => (value === undefined ? [] : JSON.stringify(value))).join(' → ')}`;
}
