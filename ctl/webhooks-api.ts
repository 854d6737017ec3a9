/** Calls the API of a network's webhooks as an admin. */

import { type Client, createClient } from '@social-platform-services/client';
import * as v from 'valibot';
import { type NetworkId, UserId } from '../contract/ids.ts';
import { apiUrlOf, connectTo, type Service } from './connection.ts';
import { mintToken } from './tokens.ts';

const TOKEN_SECONDS = 60;
/** A check-up takes up to six seconds. */
const TIMEOUT_MS = 10_000;
const adminId = v.parse(UserId, 'ctl-listen');

/** A client of the service, by default as an admin. Calls throw ApiError, ConnectionError, NetworkNotFoundError. */
export function adminClient(service: Service, networkId: NetworkId, role: 'admin' | 'viewer' = 'admin'): Client {
  const connection = connectTo(service);
  return createClient({
    baseUrl: apiUrlOf(service),
    token: () => mintToken(connection, { networkId, userId: adminId, role, lifetimeSeconds: TOKEN_SECONDS }),
    timeoutMilliseconds: TIMEOUT_MS,
  });
}

/** Returns all secrets of a webhook: several while it is being rotated. */
export async function secretsOf(client: Client, webhookId: string): Promise<readonly string[]> {
  const { secrets } = await client.revealSecret({ parameters: { webhookId } });
  return secrets.map(({ secret }) => secret);
}
