/** Receives events in this terminal, through a temporary webhook. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../client/index.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { API_URL, connectToLocal, stackOutput } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { isRunning, type LocalCloud } from '../local-cloud.ts';
import { writeNote } from '../output.ts';
import { adminClient, removeWebhook, secretsOf } from '../webhooks-api.ts';
import { createVerifier, requestHandler, type Verifier } from './handle-request.ts';
import { listeningMessage } from './messages.ts';
import { isReceiving, startReceiver } from './receiver.ts';

/** What to receive, and how to respond. */
export interface ListenOptions {
  readonly networkId: NetworkId;
  /** Patterns. */
  readonly events: readonly string[];
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
const DESCRIPTION = 'ctl listen';
const CHECK_INTERVAL_MS = 500;

/**
 * Creates a webhook, prints each delivery to stdout, and removes the webhook when `signal` is aborted. Throws
 * OperatorError if the port is taken, the API refuses, or the cloud ends first.
 */
export async function listen(cloud: LocalCloud, options: ListenOptions, signal: AbortSignal): Promise<void> {
  const apiUrl = stackOutput(cloud.outputs, API_URL);
  const client = adminClient(connectToLocal(cloud), apiUrl, options.networkId);
  const verifier = Promise.withResolvers<Verifier>();
  const receiver = await startReceiver({ ...options, handle: requestHandler(verifier.promise, options) });
  const { url } = receiver;
  let cloudHasEnded = false;
  try {
    const removed = await removeStaleWebhooks(client);
    if (removed > 0) writeNote(`Removed ${removed} stale webhook${removed > 1 ? 's' : ''} of an earlier listen.`);
    const { webhookId, secret } = await client.createWebhook({
      body: { url, events: options.events, description: DESCRIPTION },
    });
    try {
      verifier.resolve(createVerifier([secret], () => secretsOf(client, webhookId)));
      writeNote(listeningMessage({ ...options, apiUrl, url, webhookId }));
      cloudHasEnded = (await waitForEnd(signal, cloud.pid)) === 'cloud';
    } finally {
      if (!cloudHasEnded) await removeWebhook(client, webhookId);
    }
    if (cloudHasEnded)
      throw new OperatorError(
        'The local cloud has ended, so listen ends too.',
        `The webhook ${webhookId} could not be removed; the next listen on this cloud removes it.`,
      );
    writeNote(`Removed the webhook ${webhookId}.`);
  } finally {
    receiver.stop();
  }
}

/** Waits until `signal` is aborted or the local cloud with this process id has ended, and returns which of the two. */
async function waitForEnd(signal: AbortSignal, cloudPid: number): Promise<'signal' | 'cloud'> {
  while (!signal.aborted) {
    if (!isRunning(cloudPid)) return 'cloud';
    await sleep(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  return 'signal';
}

/**
 * Removes the webhooks whose receiver is gone: an earlier `listen` created them, and was killed or its local cloud had ended. Returns
 * their number.
 */
async function removeStaleWebhooks(client: Client): Promise<number> {
  const { results } = await client.listWebhooks();
  const own = results.filter(({ description, url }) => description === DESCRIPTION && isOnLoopback(url));
  const removed = await Promise.all(
    own.map(async ({ webhookId, url }) => {
      if (await isReceiving(url)) return [];
      await removeWebhook(client, webhookId);
      return [webhookId];
    }),
  );
  return removed.flat().length;
}

const isOnLoopback = (url: string): boolean => URL.parse(url)?.hostname === '127.0.0.1';
