/** The webhooks of a network through the HTTP API, as an admin of the network would manage them. */
import * as v from 'valibot';
import { ErrorBody } from '../../contract/errors.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { UserId } from '../../contract/ids.ts';
import type { HttpMethod } from '../../contract/route.ts';
import type { Connection } from '../connection.ts';
import { OperatorError } from '../operator-error.ts';
import { mintToken } from '../tokens.ts';

/** What a webhook is created with. */
export interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
}

export interface WebhooksApi {
  /** The new webhook's id and secret. */
  create(webhook: NewWebhook): Promise<{ readonly webhookId: string; readonly secret: string }>;
  list(): Promise<readonly { readonly webhookId: string; readonly url: string; readonly description: string }[]>;
  /** Every secret that signs now or will. */
  secrets(webhookId: string): Promise<readonly string[]>;
  /** Every secret of every webhook that has the URL. */
  secretsAt(url: string): Promise<readonly string[]>;
  /** Removes it, if it is still there. */
  remove(webhookId: string): Promise<void>;
}

const Created = v.object({ webhookId: v.string(), secret: v.string() });
const List = v.object({
  results: v.array(v.object({ webhookId: v.string(), url: v.string(), description: v.string() })),
});
const Secrets = v.object({ secrets: v.array(v.object({ secret: v.string() })) });

const TOKEN_SECONDS = 60;
const ANSWER_WITHIN_MS = 5_000;
const adminId = v.parse(UserId, 'ctl-listen');

/** The API at `apiUrl`. Calls throw OperatorError with the service's own words, and NetworkNotFoundError. */
export function webhooksApi(connection: Connection, apiUrl: string, networkId: NetworkId): WebhooksApi {
  return {
    list,
    secrets,
    secretsAt: async (url) => {
      const there = (await list()).filter((webhook) => webhook.url === url);
      return (await Promise.all(there.map(({ webhookId }) => secrets(webhookId)))).flat();
    },
    create: async (webhook) => v.parse(Created, await ok('POST', '/webhooks', webhook)),
    remove: async (webhookId) => {
      const path = `/webhooks/${webhookId}`;
      const { status, body } = await call('DELETE', path);
      if (status !== 200 && status !== 404) throw refusal('DELETE', path, status, body);
    },
  };

  async function list() {
    return v.parse(List, await ok('GET', '/webhooks')).results;
  }

  async function secrets(webhookId: string): Promise<readonly string[]> {
    return v.parse(Secrets, await ok('GET', `/webhooks/${webhookId}/secret`)).secrets.map(({ secret }) => secret);
  }

  async function ok(method: HttpMethod, path: string, requestBody?: object): Promise<unknown> {
    const { status, body } = await call(method, path, requestBody);
    if (status >= 300) throw refusal(method, path, status, body);
    return body;
  }

  async function call(method: HttpMethod, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const request = { networkId, userId: adminId, role: 'admin', lifetimeSeconds: TOKEN_SECONDS } as const;
    const token = await mintToken(connection, request);
    try {
      const response = await fetch(`${apiUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return { status: response.status, body: await response.json() };
    } catch (cause) {
      const doing = `${method} ${path}`;
      throw new OperatorError(`${doing} got no answer from ${apiUrl}.`, 'See whether the local cloud runs.', { cause });
    }
  }

  function refusal(method: string, path: string, status: number, body: unknown): OperatorError {
    const said = v.safeParse(ErrorBody, body);
    const message = said.success ? said.output.message : JSON.stringify(body);
    return new OperatorError(
      `${method} ${path} was refused with ${status}: ${message}.`,
      status === 403 ? `Switch webhooks on: feature enable ${networkId} webhooks` : `The API is at ${apiUrl}.`,
    );
  }
}
