/** Manages and checks the webhooks of a network, with the typed client and as an admin. */

import * as v from 'valibot';
import { ApiError, ConnectionError, createClient } from '../client/index.ts';
import { type NetworkId, UserId } from '../contract/ids.ts';
import type { Connection } from './connection.ts';
import { OperatorError } from './errors.ts';
import { mintToken } from './tokens.ts';

const TOKEN_SECONDS = 60;
/** A check-up takes up to six seconds. */
const TIMEOUT_MS = 10_000;
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost'];
const adminId = v.parse(UserId, 'ctl-listen');

/** What `webhooksApi` returns. */
export type WebhooksApi = ReturnType<typeof webhooksApi>;

/** Returns calls to the API at `apiUrl`. They throw OperatorError, and NetworkNotFoundError. */
export function webhooksApi(connection: Connection, apiUrl: string, networkId: NetworkId) {
  const client = createClient({
    baseUrl: apiUrl,
    token: () => mintToken(connection, { networkId, userId: adminId, role: 'admin', lifetimeSeconds: TOKEN_SECONDS }),
    timeoutMilliseconds: TIMEOUT_MS,
  });
  return { create, list, secrets, secretsAt, checkUp, remove };

  /** Creates a webhook and returns it with its secret. */
  async function create(body: {
    readonly url: string;
    readonly events: readonly string[];
    readonly description: string;
  }) {
    return await client.createWebhook({ body }).catch(explain);
  }

  /** Returns all webhooks of the network. */
  async function list() {
    return (await client.listWebhooks().catch(explain)).results;
  }

  /** Returns all secrets of a webhook: several while it is being rotated. */
  async function secrets(webhookId: string): Promise<readonly string[]> {
    const revealed = await client.revealSecret({ parameters: { webhookId } }).catch(explain);
    return revealed.secrets.map(({ secret }) => secret);
  }

  /** Returns all secrets of all webhooks with the port of this URL on this machine, at any path. */
  async function secretsAt(url: string): Promise<readonly string[]> {
    const { port } = new URL(url);
    const isAt = (target: URL) => LOOPBACK_HOSTS.includes(target.hostname) && target.port === port;
    const matching = (await list()).filter((webhook) => isAt(new URL(webhook.url)));
    return (await Promise.all(matching.map(({ webhookId }) => secrets(webhookId)))).flat();
  }

  /** Checks the receiver of a webhook. Returns a result for each question. */
  async function checkUp(webhookId: string) {
    return (await client.checkUpWebhook({ parameters: { webhookId } }).catch(explain)).results;
  }

  /** Deletes a webhook, unless it is gone already. */
  async function remove(webhookId: string): Promise<void> {
    try {
      await client.deleteWebhook({ parameters: { webhookId } });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) explain(error);
    }
  }

  function explain(cause: unknown): never {
    if (cause instanceof ConnectionError) {
      throw new OperatorError(`${cause.message}.`, `Check whether the service runs; its API is at ${apiUrl}.`, {
        cause,
      });
    }
    if (!(cause instanceof ApiError)) throw cause;
    const hint =
      cause.status === 403 ? `Enable webhooks: feature enable ${networkId} webhooks` : `The API is at ${apiUrl}.`;
    throw new OperatorError(`The API refused the request with ${cause.status}: ${cause.message}.`, hint, { cause });
  }
}
