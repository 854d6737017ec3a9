/** Receives events in this terminal through a temporary webhook. */
import type { NetworkId } from '../../contract/ids.ts';
import { API_URL, connectToLocal, stackOutput } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import type { LocalCloud } from '../local-cloud.ts';
import { writeNote } from '../stdio.ts';
import { webhooksApi } from '../webhooks-api.ts';
import { noteRefused, requestHandler } from './handle-request.ts';
import { listeningMessage } from './messages.ts';
import { startReceiver } from './receiver.ts';
import { DESCRIPTION, removeStaleWebhooks } from './stale-webhooks.ts';
import { createVerifier, type Verifier } from './verification.ts';
import { waitForEnd } from './wait-for-end.ts';

/** Which events to receive, and how to respond. */
export interface ListenOptions {
  readonly networkId: NetworkId;
  /** Event patterns. */
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

/**
 * Creates a webhook, prints each delivery to stdout, and removes the webhook when `signal` is aborted. Throws
 * OperatorError if the port is taken, the API refuses, or the cloud ends first.
 */
export async function listen(cloud: LocalCloud, options: ListenOptions, signal: AbortSignal): Promise<void> {
  const apiUrl = stackOutput(cloud.outputs, API_URL);
  const api = webhooksApi(connectToLocal(cloud), apiUrl, options.networkId);
  const verifier = Promise.withResolvers<Verifier>();
  const { port, delay } = options;
  const receiver = await startReceiver({
    port,
    delay,
    handle: requestHandler(verifier.promise, options),
    onRefused: noteRefused,
  });
  let cloudHasEnded = false;
  try {
    const removed = await removeStaleWebhooks(api);
    if (removed > 0) writeNote(`Removed ${removed} stale webhook${removed > 1 ? 's' : ''} of an earlier listen.`);
    const { url } = receiver;
    const { webhookId, secret } = await api.create({ url, events: options.events, description: DESCRIPTION });
    try {
      verifier.resolve(createVerifier([secret], () => api.secretsAt(url)));
      writeNote(listeningMessage({ ...options, apiUrl, url, webhookId }));
      cloudHasEnded = (await waitForEnd(signal, cloud.pid)) === 'cloud';
    } finally {
      if (!cloudHasEnded) await api.remove(webhookId);
    }
    if (cloudHasEnded) {
      throw new OperatorError(
        'The local cloud has ended, so listen ends too.',
        `The webhook ${webhookId} could not be removed; the next listen on this cloud removes it.`,
      );
    }
    writeNote(`Removed the webhook ${webhookId}.`);
  } finally {
    receiver.stop();
  }
}
