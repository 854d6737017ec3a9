/** Receives events in this terminal, through a temporary webhook. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client } from '@social-platform-services/client';
import {
  type VerifiedDelivery,
  verifyWebhook,
  WebhookVerificationError,
} from '@social-platform-services/client/webhooks';
import { LRUCache } from 'lru-cache';
import type { NetworkId } from '../../contract/ids.ts';
import { apiUrlOf } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { findLocalCloud, isRunning, type LocalCloud } from '../local-cloud.ts';
import { writeNote, writeResult } from '../output.ts';
import { adminClient, secretsOf } from '../webhooks-api.ts';
import { deliveryJson, deliveryText, listeningMessage, refusalWarning } from './messages.ts';
import { isReceiving, type ReceivedRequest, startReceiver } from './receiver.ts';

/** What to receive, and how to respond. */
export interface ListenOptions {
  readonly networkId: NetworkId;
  /** Patterns. */
  readonly events: readonly string[];
  /** An event pattern; null for none. */
  readonly filter: Readonly<Record<string, unknown>> | null;
  /** The receiver's port; 0 picks a free one. */
  readonly port: number;
  /** The status of the response to each valid request. */
  readonly answer: number;
  /** Milliseconds before each response. */
  readonly delay: number;
  readonly json: boolean;
  /** The cloud's data folder, for the command that posts an event. */
  readonly folder: string;
}

/** The description of webhooks that `listen` creates: it recognizes its own by it. */
export const DESCRIPTION = 'the command listen';
const CHECK_INTERVAL_MS = 500;

/**
 * Creates a webhook, prints each delivery to stdout, and removes the webhook when `signal` is aborted. When the cloud
 * ends, it waits for the next one on the same folder. Throws OperatorError if the port is taken, the API refuses, or
 * there is no cloud at the end.
 */
export async function listen(cloud: LocalCloud, options: ListenOptions, signal: AbortSignal): Promise<void> {
  let client = adminClient(cloud, options.networkId);
  let webhookId = '';
  let resolveSecrets: (secrets: readonly string[]) => void = () => {};
  const secrets = new Promise<readonly string[]>((resolve) => {
    resolveSecrets = resolve;
  });
  const handle = requestHandler(secrets, () => secretsOf(client, webhookId), options);
  const receiver = await startReceiver({ ...options, handle });
  const { url } = receiver;
  try {
    const removed = await removeStaleWebhooks(client);
    if (removed > 0) writeNote(`Removed ${removed} stale webhook${removed > 1 ? 's' : ''} of an earlier listen.`);
    const created = await createOwn(client);
    webhookId = created.webhookId;
    resolveSecrets([created.secret]);
    writeNote(listeningMessage({ ...options, apiUrl: apiUrlOf(cloud), url, webhookId }));
    let present: LocalCloud | undefined = cloud;
    while (!signal.aborted) {
      await waitUntil(() => !isRunning(present?.pid ?? 0), signal);
      if (signal.aborted) break;
      writeNote('The local cloud has ended. listen resumes when it is started again.');
      present = undefined;
      await waitUntil(async () => {
        present = await findLocalCloud(options.folder).catch(() => undefined);
        return present !== undefined;
      }, signal);
      if (present === undefined) break;
      client = adminClient(present, options.networkId);
      const own = (await client.listWebhooks()).results.find((one) => one.url === url);
      webhookId = own?.webhookId ?? (await createOwn(client)).webhookId;
      writeNote(`The local cloud is back: listening as webhook ${webhookId}.`);
    }
    if (present === undefined)
      throw new OperatorError(
        'The local cloud has ended before listen.',
        `The webhook ${webhookId} could not be removed; the next listen on this cloud removes it.`,
      );
    await removeWebhook(client, webhookId);
    writeNote(`Removed the webhook ${webhookId}.`);
  } finally {
    receiver.stop();
  }

  function createOwn(client: Client) {
    return client.createWebhook({
      body: { url, events: options.events, filter: options.filter, description: DESCRIPTION },
    });
  }
}

/** Asks again and again until it is so, or `signal` is aborted. */
async function waitUntil(isDone: () => boolean | Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await isDone())) {
    await sleep(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Removes the webhooks whose receiver is gone: an earlier `listen` created them, and was killed or its local cloud had
 * ended. Returns their number.
 */
async function removeStaleWebhooks(client: Client): Promise<number> {
  const { results } = await client.listWebhooks();
  const own = results.filter(({ description }) => description === DESCRIPTION);
  const removed = await Promise.all(
    own.map(async ({ webhookId, url }) => {
      if (!isOnLoopback(url) || (await isReceiving(url))) return [];
      await removeWebhook(client, webhookId);
      return [webhookId];
    }),
  );
  return removed.flat().length;
}

/** Deletes a webhook, unless it is gone already. */
export async function removeWebhook(client: Client, webhookId: string): Promise<void> {
  try {
    await client.deleteWebhook({ parameters: { webhookId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

const isOnLoopback = (url: string | undefined): url is string =>
  url !== undefined && new URL(url).hostname === '127.0.0.1';

/** The deliveries whose attempts are counted; older ones start at 1 again. */
const MAX_COUNTED_DELIVERIES = 10_000;
const UNAUTHORIZED = 401;

/**
 * Returns a handler that prints valid requests, warns of invalid ones, and returns the status to respond with: `answer`
 * for a valid request. Both signatures are verified (docs/spec/delivery.md#verifying-a-request), once `ownSecrets` are
 * known. Where one is wrong, `readSecrets` replaces them, since an admin may have rotated them.
 */
function requestHandler(
  ownSecrets: Promise<readonly string[]>,
  readSecrets: () => Promise<readonly string[]>,
  { answer, json }: { readonly answer: number; readonly json: boolean },
) {
  const attempts = new LRUCache<string, number>({ max: MAX_COUNTED_DELIVERIES });
  let secrets = ownSecrets;
  const verify = async ({ body, headers }: ReceivedRequest): Promise<VerifiedDelivery> => {
    const secret = await secrets;
    await verifyWebhook({ body, headers, secret, scheme: 'service' });
    return await verifyWebhook({ body, headers, secret });
  };
  return async (request: ReceivedRequest): Promise<number> => {
    try {
      const delivery = await verify(request).catch((error: unknown) => {
        if (!(error instanceof WebhookVerificationError && error.reason === 'wrong-signature')) throw error;
        const before = secrets;
        secrets = readSecrets().catch(() => before);
        return verify(request);
      });
      const attempt = (attempts.get(delivery.deliveryId) ?? 0) + 1;
      attempts.set(delivery.deliveryId, attempt);
      const { body, receivedAt } = request;
      const received = { delivery, body: `${body}`, receivedAt, attempt, answered: answer };
      await writeResult(json ? deliveryJson(received) : deliveryText(received));
      return answer;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      // An extra copy, to be ignored (docs/spec/delivery.md#legacy-request).
      if (error.reason === 'legacy-request') return 200;
      writeNote(refusalWarning(error.message, request.body));
      return UNAUTHORIZED;
    }
  };
}
