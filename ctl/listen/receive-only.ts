/** Receives events for webhooks that an admin creates; it can be stopped and started again at the same URL. */
import { API_URL, connectToLocal, stackOutput } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import type { LocalCloud } from '../local-cloud.ts';
import { writeNote } from '../stdio.ts';
import { webhooksApi } from '../webhooks-api.ts';
import { noteRefused, requestHandler } from './handle-request.ts';
import type { ListenOptions } from './listen.ts';
import { receivingMessage } from './messages.ts';
import { startReceiver } from './receiver.ts';
import { createVerifier, type Verifier } from './verification.ts';
import { waitForEnd } from './wait-for-end.ts';

/** A fixed path, so that the URL depends on the port only. */
const PATH = '/';

/**
 * Prints each delivery of the network's webhooks that have the receiver's host and port, until `signal` is aborted. Creates and
 * removes no webhook. Throws OperatorError if the port is taken or the cloud ends first.
 */
export async function receiveOnly(
  cloud: LocalCloud,
  options: Omit<ListenOptions, 'events'>,
  signal: AbortSignal,
): Promise<void> {
  const api = webhooksApi(connectToLocal(cloud), stackOutput(cloud.outputs, API_URL), options.networkId);
  const { port, delay } = options;
  const verifier = Promise.withResolvers<Verifier>();
  const receiver = await startReceiver({
    port,
    path: PATH,
    delay,
    handle: requestHandler(verifier.promise, options),
    onRefused: noteRefused,
  });
  try {
    verifier.resolve(createVerifier([], () => api.secretsAt(receiver.url)));
    writeNote(receivingMessage({ ...options, url: receiver.url }));
    if ((await waitForEnd(signal, cloud.pid)) === 'cloud') {
      throw new OperatorError('The local cloud has ended, so listen ends too.', 'Start it, then run listen again.');
    }
  } finally {
    receiver.stop();
  }
}
