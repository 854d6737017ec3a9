/** A temporary webhook that leads to this terminal: how a newcomer sees what receivers get. */
import { LRUCache } from 'lru-cache';
import type { NetworkId } from '../../contract/ids.ts';
import { connectToLocal, output } from '../connection.ts';
import { isRunning, type LocalCloud } from '../local-cloud.ts';
import { OperatorError } from '../operator-error.ts';
import { writeResult } from '../stdout.ts';
import { eventJson, eventText, excerpt } from './event-view.ts';
import { type Judge, judgeWith } from './judgement.ts';
import { DESCRIPTION, removeLeftBehind } from './left-behind.ts';
import { type ReceivedRequest, startReceiver } from './receiver.ts';
import { webhooksApi } from './webhooks-api.ts';
import { listeningNote, warningOf } from './words.ts';

/** What to listen for, and how to answer. */
export interface ListenOptions {
  readonly networkId: NetworkId;
  /** Event patterns. */
  readonly events: readonly string[];
  /** The receiver's port; 0 picks a free one. */
  readonly port: number;
  /** The status that each genuine request is answered with. */
  readonly answer: number;
  /** Milliseconds before each answer. */
  readonly delay: number;
  readonly json: boolean;
  /** The cloud's data folder, for the line that posts an event. */
  readonly folder: string;
}

/** As many deliveries as anyone looks at; their attempts are counted. */
const MAX_DELIVERIES = 10_000;
const CLOUD_IS_WATCHED_EACH_MS = 500;
const UNAUTHORIZED = 401;

/**
 * Registers a webhook, prints each delivery, and removes the webhook when `signal` is given. Events go to stdout, all
 * else to stderr. Throws OperatorError where the cloud refuses, or ends before `signal` is given.
 */
export async function listen(cloud: LocalCloud, options: ListenOptions, signal: AbortSignal): Promise<void> {
  const apiUrl = output(cloud.outputs, 'ApiUrl');
  const api = webhooksApi(connectToLocal(cloud), apiUrl, options.networkId);
  const registered = Promise.withResolvers<Judge>();
  const { port, delay } = options;
  const receiver = await startReceiver({ port, delay, judge: shower(registered.promise, options) });
  let cloudHasEnded = false;
  try {
    const removed = await removeLeftBehind(api);
    if (removed > 0) note(`Removed what a former listen had left behind: ${removed} webhook${removed > 1 ? 's' : ''}.`);
    const { url } = receiver;
    const { webhookId, secret } = await api.create({ url, events: options.events, description: DESCRIPTION });
    try {
      registered.resolve(judgeWith([secret], () => api.secrets(webhookId)));
      note(listeningNote({ ...options, apiUrl, url, webhookId }));
      cloudHasEnded = (await firstOf(signal, cloud.pid)) === 'cloud';
    } finally {
      if (!cloudHasEnded) await api.remove(webhookId);
    }
    if (cloudHasEnded) {
      throw new OperatorError(
        'The local cloud has ended, and so does listen.',
        `The webhook ${webhookId} could not be removed; the next listen on this cloud does that.`,
      );
    }
    note(`Removed the webhook ${webhookId}.`);
  } finally {
    receiver.stop();
  }
}

/** What a receiver judges with: prints what is genuine, warns of what is not, and answers the status to send. */
export function shower(registered: Promise<Judge>, { answer, json }: Pick<ListenOptions, 'answer' | 'json'>) {
  const attempts = new LRUCache<string, number>({ max: MAX_DELIVERIES });
  return async (request: ReceivedRequest): Promise<number> => {
    const judge = await registered;
    const judgement = await judge(request);
    if (judgement.kind === 'legacy') return 200;
    if (judgement.kind === 'refused') {
      note(warningOf(judgement.complaint, excerpt(request.body)));
      return UNAUTHORIZED;
    }
    const { delivery } = judgement;
    const attempt = (attempts.get(delivery.deliveryId) ?? 0) + 1;
    attempts.set(delivery.deliveryId, attempt);
    const shown = { delivery, receivedAt: request.receivedAt, attempt, answered: answer };
    await writeResult(json ? eventJson(shown) : eventText(shown));
    return answer;
  };
}

/** Which comes first: the signal, or the end of the cloud's process. */
export function firstOf(signal: AbortSignal, pid: number): Promise<'signal' | 'cloud'> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('signal');
    const watch = setInterval(() => {
      if (!isRunning(pid)) end('cloud');
    }, CLOUD_IS_WATCHED_EACH_MS);
    const onSignal = (): void => end('signal');
    signal.addEventListener('abort', onSignal);
    function end(what: 'signal' | 'cloud'): void {
      clearInterval(watch);
      signal.removeEventListener('abort', onSignal);
      resolve(what);
    }
  });
}

/** For the person in front of it. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`);
