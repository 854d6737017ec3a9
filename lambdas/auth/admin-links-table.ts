/**
 * The table of admin links (docs/spec/access.md#admin-links): who is signed in by whoever presents a code first.
 *
 * Key: `codeHash`, the SHA-256 of the code. The code itself is stored only in the response that is kept for an
 * idempotency key. `expiresAt` (seconds since 1970) ends the link; DynamoDB deletes it some time after that.
 */
import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Actor } from '../../contract/access.ts';
import { AdminLinkRole } from '../../contract/admin-links.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE } from '../../contract/tables.ts';
import type { AuditTable } from '../audit/audit-table.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { TemporaryError } from '../shared/errors.ts';
import { newSeed } from '../shared/seed.ts';
import { conditionally } from '../shared/table-requests.ts';
import { retryWhileBusy, transact } from '../shared/transactions.ts';

/** Whom a link signs in, and for how many seconds from its opening; a reusable link's sessions end with it. */
export const AdminLink = v.object({
  networkId: NetworkId,
  userId: UserId,
  role: AdminLinkRole,
  sessionSeconds: v.number(),
  /** Of a reusable link, which works until it expires: the key that signs its tokens, without which it is worthless. */
  keyId: v.optional(v.string()),
});
export type AdminLink = v.InferOutput<typeof AdminLink>;

const StoredLink = v.object({ ...AdminLink.entries, [EXPIRY_ATTRIBUTE]: v.number() });

/** The table of the given name; by default the one that the function's environment names. */
export function adminLinksTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('ADMIN_LINKS_TABLE'),
) {
  return { create, redeem };

  /**
   * Adds a link that can be opened for so many seconds, with the entry of the audit trail that says who made it for
   * whom. Both follow from the seed, so that a request that is done again makes one link, which begins anew unless it was
   * opened. Five write units. Throws a TemporaryError where that is not possible now.
   */
  async function create(link: AdminLink, openSeconds: number, by: Actor, audit: AuditTable, seed = newSeed()) {
    const code = createHash('sha256').update(`link ${seed.secret}`).digest('base64url');
    const now = Date.now();
    const expiresAt = Math.floor(now / 1000) + openSeconds;
    const entry = audit.put({
      networkId: link.networkId,
      at: seed.at,
      seedId: seed.id,
      by,
      action: 'adminLinkCreated',
      about: link.userId,
      changes: [
        { field: 'user', to: link.userId },
        { field: 'role', to: link.role },
      ],
    });
    const Item = { codeHash: hashOf(code), ...link, [EXPIRY_ATTRIBUTE]: expiresAt };
    const unopened = { ConditionExpression: 'attribute_not_exists(attempt)' };
    const writes = [{ Put: { TableName, Item, ...unopened } }, { Put: entry }];
    const busy = new TemporaryError('The link was not written.');
    await retryWhileBusy(busy, async () => (await transact(client, writes)) === 'written');
    return { code, expiresAt: new Date(expiresAt * 1000).toISOString() };
  }

  /**
   * Takes the link for an attempt, or undefined where it has expired, there is none, or another attempt has taken it
   * and it works once. One write that is conditional, so that of several attempts one succeeds; it succeeds again when
   * the SDK or the caller repeats it. One write unit.
   */
  async function redeem(code: string, attempt: string, now = Date.now()): Promise<AdminLink | undefined> {
    const update = new UpdateCommand({
      TableName,
      Key: { codeHash: hashOf(code) },
      UpdateExpression: 'SET attempt = :attempt',
      ConditionExpression:
        '#expiry > :now AND (attribute_exists(keyId) OR attribute_not_exists(attempt) OR attempt = :attempt)',
      ExpressionAttributeNames: { '#expiry': EXPIRY_ATTRIBUTE },
      ExpressionAttributeValues: { ':attempt': attempt, ':now': now / 1000 },
      ReturnValues: 'ALL_NEW',
    });
    const written = client.send(update).then(({ Attributes }) => v.parse(StoredLink, Attributes));
    const taken = await conditionally<v.InferOutput<typeof StoredLink> | undefined>(written, () => undefined);
    if (taken === undefined) return undefined;
    const { [EXPIRY_ATTRIBUTE]: expiry, ...link } = taken;
    return link.keyId !== undefined ? { ...link, sessionSeconds: Math.ceil(expiry - now / 1000) } : link;
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');
