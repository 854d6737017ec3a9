/** A receiver for webhooks that an admin makes, as in the admin panel: it can be stopped and started again at the same URL. */
import { connectToLocal, output } from '../connection.ts';
import type { LocalCloud } from '../local-cloud.ts';
import { OperatorError } from '../operator-error.ts';
import { type Judge, judgeWith } from './judgement.ts';
import { firstOf, type ListenOptions, note, shower } from './listen.ts';
import { startReceiver } from './receiver.ts';
import { webhooksApi } from './webhooks-api.ts';
import { receivingNote } from './words.ts';

/** The one path that is taken. */
const PATH = '/';

/**
 * Prints each delivery of any webhook of the network that has the receiver's URL, until `signal` is given. Creates and
 * removes none. Throws OperatorError where the port is taken, or the cloud ends before `signal` is given.
 */
export async function receive(
  cloud: LocalCloud,
  options: Omit<ListenOptions, 'events'>,
  signal: AbortSignal,
): Promise<void> {
  const api = webhooksApi(connectToLocal(cloud), output(cloud.outputs, 'ApiUrl'), options.networkId);
  const { port, delay } = options;
  const judge = Promise.withResolvers<Judge>();
  const receiver = await startReceiver({ port, path: PATH, delay, judge: shower(judge.promise, options) });
  try {
    judge.resolve(judgeWith([], () => api.secretsAt(receiver.url)));
    note(receivingNote({ ...options, url: receiver.url }));
    if ((await firstOf(signal, cloud.pid)) === 'cloud') {
      throw new OperatorError('The local cloud has ended, and so does listen.', 'Start it, and then listen again.');
    }
  } finally {
    receiver.stop();
  }
}
