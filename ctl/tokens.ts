/** Creates access tokens of a network (docs/spec/access.md#access-tokens), and links that open the panel with one. */
import * as v from 'valibot';
import { type NetworkId, UserId } from '../contract/ids.ts';
import { issueToken, type TokenSubject } from '../lambdas/auth/access-token.ts';
import type { Connection } from './connection.ts';
import { findNetwork } from './networks.ts';
import { signingKeyOf } from './signing-keys.ts';

/** The user and role of a new token, and how long it is valid. */
export interface TokenRequest extends TokenSubject {
  readonly lifetimeSeconds: number;
}

/** Returns a token signed with the network's newest key. Throws NetworkNotFoundError, or OperatorError without a key. */
export async function mintToken(connection: Connection, request: TokenRequest): Promise<string> {
  const network = await findNetwork(connection, request.networkId);
  return issueToken(request, signingKeyOf(network), request.lifetimeSeconds);
}

/** The user id in the token of a link: no real user. */
const linkUser = v.parse(UserId, 'admin-link');

/**
 * Returns a link to the panel at `panelUrl` with a token of an admin or viewer in its fragment. Browsers never send the fragment to a
 * server, and the panel removes it from the address bar. Throws NetworkNotFoundError.
 */
export async function adminLink(
  connection: Connection,
  panelUrl: string,
  networkId: NetworkId,
  role: 'admin' | 'viewer',
  lifetimeSeconds: number,
): Promise<string> {
  const token = await mintToken(connection, { networkId, userId: linkUser, role, lifetimeSeconds });
  return `${panelUrl}#token=${token}`;
}
