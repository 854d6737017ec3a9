/** An entry of the audit trail, by hand: the write that references add to what an admin asks for. */
import { randomUUID } from 'node:crypto';
import { attributesOf } from './attribute-values.ts';
import { callerOf, type ReferenceEvent } from './reference.ts';

const EXPIRY_SECONDS = 400 * 24 * 60 * 60;

export function auditEntry(event: ReferenceEvent, action: string, about: object) {
  const { networkId, userId: name } = callerOf(event);
  const now = Date.now();
  const entryId = now.toString(16).padStart(12, '0') + randomUUID().replaceAll('-', '').slice(12);
  const by = { kind: 'admin', name };
  const times = { at: new Date(now).toISOString(), expiresAt: Math.ceil(now / 1000) + EXPIRY_SECONDS };
  return {
    TableName: process.env['AUDIT_TABLE'],
    Item: attributesOf({ networkId, entryId, ...times, by, action, changes: [], ...about }),
  };
}
