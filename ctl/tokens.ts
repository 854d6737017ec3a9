/** Creates access tokens for users, servers and admins of a network (docs/spec/access.md#access-tokens). */
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
