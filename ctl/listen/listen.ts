/** Receives events in this terminal, through a temporary webhook. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Client } from '../../client/index.ts';
import { type VerifiedDelivery, verifyWebhook, WebhookVerificationError } from '../../client/verify-webhook.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { API_URL, connectToLocal, stackOutput } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { isRunning, type LocalCloud } from '../local-cloud.ts';
import { writeNote, writeResult } from '../output.ts';
import { adminClient, removeWebhook, secretsOf } from '../webhooks-api.ts';
import { deliveryJson, deliveryText, listeningMessage, refusalWarning } from './messages.ts';
import { isReceiving, type ReceivedRequest, startReceiver } from './receiver.ts';

/** What to receive, and how to respond. */
interface ListenOptions {
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

/** The deliveries whose attempts are counted; older ones start at 1 again. */
const MAX_COUNTED_DELIVERIES = 10_000;
const UNAUTHORIZED = 401;

/**
 * Returns a handler that prints valid requests, warns of invalid ones, and returns the status to respond with: `answer`
 * for a valid request. Requests wait until there is a `verifier`.
 */
export function requestHandler(
  verifier: Promise<Verifier>,
  { answer, json }: { readonly answer: number; readonly json: boolean },
) {
  const attempts = new LRUCache<string, number>({ max: MAX_COUNTED_DELIVERIES });
  return async (request: ReceivedRequest): Promise<number> => {
    const verify = await verifier;
    const verification = await verify(request);
    if (verification.kind === 'legacy') return 200;
    if (verification.kind === 'invalid') {
      writeNote(refusalWarning(verification.complaint, request.body));
      return UNAUTHORIZED;
    }
    const { delivery } = verification;
    const attempt = (attempts.get(delivery.deliveryId) ?? 0) + 1;
    attempts.set(delivery.deliveryId, attempt);
    const received = { delivery, receivedAt: request.receivedAt, attempt, answered: answer };
    await writeResult(json ? deliveryJson(received) : deliveryText(received));
    return answer;
  };
}

/** The result for one request. `legacy`: an extra copy, to be ignored (docs/spec/delivery.md#legacy-request). */
type Verification =
  | { readonly kind: 'valid'; readonly delivery: VerifiedDelivery }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'invalid'; readonly complaint: string; readonly mayBeRotated: boolean };

/** Verifies both signatures of requests (docs/spec/delivery.md#verifying-a-request). */
type Verifier = (request: ReceivedRequest) => Promise<Verification>;

/**
 * Returns a verifier that starts with `initialSecrets`. If none matches a request, it replaces them with the result of
 * `readSecrets`, since an admin may have rotated them.
 */
function createVerifier(initialSecrets: readonly string[], readSecrets: () => Promise<readonly string[]>): Verifier {
  let secrets = initialSecrets;
  return async (request) => {
    const verification = await verify(request, secrets);
    if (verification.kind !== 'invalid' || !verification.mayBeRotated) return verification;
    secrets = await readSecrets().catch(() => secrets);
    return verify(request, secrets);
  };
}

async function verify({ body, headers }: ReceivedRequest, secret: readonly string[]): Promise<Verification> {
  try {
    await verifyWebhook({ body, headers, secret, scheme: 'service' });
    return { kind: 'valid', delivery: await verifyWebhook({ body, headers, secret }) };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const { reason, message } = error;
    if (reason === 'legacy-request') return { kind: 'legacy' };
    return { kind: 'invalid', complaint: message, mayBeRotated: reason === 'wrong-signature' };
  }
}
