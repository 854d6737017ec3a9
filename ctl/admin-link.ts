/** Creates links that open the panel signed in to one network. */
import * as v from 'valibot';
import { type NetworkId, UserId } from '../contract/ids.ts';
import type { Connection } from './connection.ts';
import { mintToken } from './tokens.ts';

/** The user id in the token of a link: no real user. */
const linkUser = v.parse(UserId, 'admin-link');

/**
 * Returns a link to the panel at `panelUrl` with an admin's token in its fragment. Browsers never send the fragment to a
 * server, and the panel removes it from the address bar. Throws NetworkNotFoundError.
 */
export async function adminLink(
  connection: Connection,
  panelUrl: string,
  networkId: NetworkId,
  lifetimeSeconds: number,
): Promise<string> {
  const token = await mintToken(connection, { networkId, userId: linkUser, role: 'admin', lifetimeSeconds });
  return `${panelUrl}#token=${token}`;
}
