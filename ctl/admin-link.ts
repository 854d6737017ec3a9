/** Links that open the panel signed in to one network. Nothing here prints or exits. */
import * as v from 'valibot';
import { type NetworkId, UserId } from '../contract/ids.ts';
import type { Connection } from './connection.ts';
import { mintToken } from './tokens.ts';

/** Whom the token of a link speaks for: nobody in person. */
export const linkUser = v.parse(UserId, 'admin-link');

/**
 * A link to the panel at `panelUrl`, with an admin's token in its fragment: browsers send a fragment to no server, and the
 * panel takes it out of the address bar. Throws NetworkNotFoundError.
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
