/** Creates access tokens of a network (docs/spec/access.md#access-tokens), and links into the panel. */
import { ADMIN_LINK_FRAGMENT, ADMIN_LINK_MINUTES } from '../contract/admin-links.ts';
import { auditTable } from '../lambdas/audit/audit-table.ts';
import { issueToken, type TokenSubject } from '../lambdas/auth/access-token.ts';
import { type AdminLink, adminLinksTable } from '../lambdas/auth/admin-links-table.ts';
import type { Connection } from './connection.ts';
import { findNetwork } from './networks.ts';
import { signingKeyOf } from './signing-keys.ts';

/** The user and role of a new token, and how long it is valid. */
export interface TokenRequest extends TokenSubject {
  readonly lifetimeSeconds: number;
}

/** A token signed with the network's newest key. Throws NetworkNotFoundError, or OperatorError without a key. */
export async function mintToken(connection: Connection, request: TokenRequest): Promise<string> {
  const network = await findNetwork(connection, request.networkId);
  return issueToken(request, signingKeyOf(network), request.lifetimeSeconds);
}

/**
 * Returns a link to the panel at `panelUrl`, with a code in its fragment, which signs somebody in once
 * (docs/spec/access.md#admin-links). Throws NetworkNotFoundError.
 */
export async function adminLink(
  connection: Connection,
  panelUrl: string,
  link: AdminLink,
  openSeconds: number = ADMIN_LINK_MINUTES * 60,
): Promise<string> {
  const { client, tables, operator, retention } = connection;
  await findNetwork(connection, link.networkId);
  const audit = auditTable(client, tables.audit, Date.now, retention);
  const links = adminLinksTable(client, tables.adminLinks);
  const { code } = await links.create(link, openSeconds, { kind: 'operator', name: operator }, audit);
  return `${panelUrl}${ADMIN_LINK_FRAGMENT}${code}`;
}

/**
 * An admin link for the operator alone: it works, and its sessions last, for its `sessionSeconds` from now, or until the network's
 * newest key is revoked.
 */
export async function reusableLink(connection: Connection, panelUrl: string, link: AdminLink): Promise<string> {
  const { keyId } = signingKeyOf(await findNetwork(connection, link.networkId));
  return await adminLink(connection, panelUrl, { ...link, keyId }, link.sessionSeconds);
}
