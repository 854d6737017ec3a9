/** Access tokens for users, servers and admins of a network (decisions 2 and 3). Nothing here prints or exits. */
import { issueToken, type TokenSubject } from '../lambdas/auth/access-token.ts';
import type { Connection } from './connection.ts';
import { findNetwork } from './networks.ts';
import { signingKeyOf } from './signing-keys.ts';

/** Whom a new token speaks for, and for how long. */
export interface TokenRequest extends TokenSubject {
  readonly lifetimeSeconds: number;
}

/** A token signed with the network's newest key. Throws NetworkNotFoundError. */
export async function mintToken(connection: Connection, request: TokenRequest): Promise<string> {
  const network = await findNetwork(connection, request.networkId);
  return issueToken(request, signingKeyOf(network), request.lifetimeSeconds);
}
