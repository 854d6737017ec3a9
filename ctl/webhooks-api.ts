/** Calls the API of a network's webhooks as an admin. */
import * as v from 'valibot';
import { ApiError, type Client, createClient } from '../client/index.ts';
import { type NetworkId, UserId } from '../contract/ids.ts';
import type { Connection } from './connection.ts';
import { mintToken } from './tokens.ts';

const TOKEN_SECONDS = 60;
/** A check-up takes up to six seconds. */
const TIMEOUT_MS = 10_000;
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost'];
const adminId = v.parse(UserId, 'ctl-listen');

/** Returns a client of the API at `apiUrl`. Its calls throw ApiError, ConnectionError and NetworkNotFoundError. */
export const adminClient = (connection: Connection, apiUrl: string, networkId: NetworkId): Client =>
  createClient({
    baseUrl: apiUrl,
    token: () => mintToken(connection, { networkId, userId: adminId, role: 'admin', lifetimeSeconds: TOKEN_SECONDS }),
    timeoutMilliseconds: TIMEOUT_MS,
  });

/** Returns all secrets of a webhook: several while it is being rotated. */
export async function secretsOf(client: Client, webhookId: string): Promise<readonly string[]> {
  const { secrets } = await client.revealSecret({ parameters: { webhookId } });
  return secrets.map(({ secret }) => secret);
}

/** Returns all secrets of all webhooks with the port of this URL on this machine, at any path. */
export async function secretsAt(client: Client, url: string): Promise<readonly string[]> {
  const { port } = new URL(url);
  const isAt = (target: URL) => LOOPBACK_HOSTS.includes(target.hostname) && target.port === port;
  const { results } = await client.listWebhooks();
  const matching = results.filter((webhook) => isAt(new URL(webhook.url)));
  return (await Promise.all(matching.map(({ webhookId }) => secretsOf(client, webhookId)))).flat();
}

/** Deletes a webhook, unless it is gone already. */
export async function removeWebhook(client: Client, webhookId: string): Promise<void> {
  try {
    await client.deleteWebhook({ parameters: { webhookId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
