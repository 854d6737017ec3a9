/** Creates links that open the panel signed in to one network. */
import * as v from 'valibot';
import { type NetworkId, UserId } from '../contract/ids.ts';
import type { Connection } from './connection.ts';
import { mintToken } from './tokens.ts';

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
