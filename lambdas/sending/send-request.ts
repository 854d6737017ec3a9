/**
 * Sends one POST to a receiver, bounded in time, size and sockets (docs/spec/delivery.md#what-counts-as-delivered).
 *
 * The time starts once the request has a slot; waiting behind other requests of this process is not the receiver's
 * fault. A kept connection that was closed before any byte of a response arrived is replaced by a new one, once and
 * within the same budget: all kept connections are stale after Lambda has frozen the process.
 */
import { LRUCache } from 'lru-cache';
import type { DeliveryClass } from '../../contract/delivery-classes.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { ATTEMPT_BUDGET_MS } from '../../contract/receiver-contract.ts';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import { type VettedUrl, vetWebhookUrl } from '../shared/webhook-url.ts';
import { type Connections, createConnections } from './connections.ts';
import { type Exchange, exchange } from './exchange.ts';
import { classOfFailure, errorCodeOf } from './failure-class.ts';
import { createNameResolver, type ResolveName } from './name-resolver.ts';
import type { Connection } from './open-connection.ts';

/** Concurrent requests, in all and to one origin; each has its own socket. */
export const MAX_REQUESTS = 256;
export const MAX_REQUESTS_TO_ORIGIN = 64;

/** A request to send. */
export interface Outbound {
  /** The network that it is sent for. */
  readonly networkId: NetworkId;
  readonly url: string;
  /** The exact bytes of the body: those that were signed. */
  readonly body: Buffer | string;
  /** Complete apart from `host`, `content-length` and `connection`, which are set here. */
  readonly headers: Readonly<Record<string, string>>;
  /** The webhook's own headers. Their values are masked in what the outcome has of the response. */
  readonly customHeaders?: Readonly<Record<string, string>>;
  /** From the name look-up to the last byte of the response; 1,500 by default. */
  readonly budgetMilliseconds?: number;
}

/** Makes a request once it may begin: under a ceiling, requests follow each other. */
export type InTurn = <T>(request: () => Promise<T>) => Promise<T>;

export type RequestSender = ReturnType<typeof createRequestSender>;

/** URLs are checked once, not with every request. */
const CACHED_URLS = 1000;

/** A sender under one policy, over its own connections: `close` closes the idle ones. Tests pass their own resolver. */
export function createRequestSender(policy: TargetPolicy, resolve: ResolveName = createNameResolver()) {
  const connections = createConnections(policy, resolve);
  const vetted = new LRUCache<string, VettedUrl>({
    max: CACHED_URLS,
    memoMethod: (text) => vetWebhookUrl(text, policy),
  });
  const all = semaphore(MAX_REQUESTS);
  const byOrigin = new Map<string, ReturnType<typeof semaphore>>();

  return { send, close: connections.close };

  /** Sends the request once, in its turn, and returns how it ended. Never rejects. */
  async function send(request: Outbound, inTurn: InTurn = atOnce): Promise<AttemptOutcome> {
    const { url } = vetted.memo(request.url);
    if (url === undefined) return { startedAt: timeStamp(), milliseconds: 0, class: 'blocked_address' };
    return await inSlot(url.origin, () => inTurn(() => sendOnce(connections, url, request)));
  }

  async function inSlot<T>(origin: string, work: () => Promise<T>): Promise<T> {
    const ofOrigin = byOrigin.get(origin) ?? semaphore(MAX_REQUESTS_TO_ORIGIN);
    byOrigin.set(origin, ofOrigin);
    await ofOrigin.acquire();
    await all.acquire();
    try {
      return await work();
    } finally {
      all.release();
      ofOrigin.release();
      if (ofOrigin.isIdle()) byOrigin.delete(origin);
    }
  }
}

const atOnce: InTurn = (request) => request();

async function sendOnce(connections: Connections, url: URL, request: Outbound): Promise<AttemptOutcome> {
  const startedAt = timeStamp();
  const start = performance.now();
  const budget = request.budgetMilliseconds ?? ATTEMPT_BUDGET_MS;
  const { headers, customHeaders, body } = request;
  const exchangeable = { path: `${url.pathname}${url.search}`, headers, customHeaders, body };
  const route = { networkId: request.networkId, origin: url.origin };

  let connection = await connections.take(route);
  let result = await exchange(connection, exchangeable, budget);
  if (wasStale(connection, result)) {
    connections.discard(connection);
    connection = await connections.take(route, true);
    result = await exchange(connection, exchangeable, Math.max(0, budget - (performance.now() - start)));
  }
  if (result.end === 'complete') connections.keep(connection);
  else connections.discard(connection);

  const outcomeClass = classOf(result, connection);
  return {
    startedAt,
    milliseconds: Math.round(performance.now() - start),
    class: outcomeClass,
    statusCode: result.statusCode,
    errorCode: errorCodeOf(result.error, outcomeClass),
    remoteAddress: connection.remoteAddress,
    responseStart: result.responseStart || undefined,
    responseHeaders: result.responseHeaders || undefined,
    retryAfterSeconds: result.retryAfterSeconds,
  };
}

/** Whether a kept connection failed before any byte of a response arrived. */
const wasStale = ({ proven, phase }: Connection, { error, isWritten, statusCode }: Exchange): boolean =>
  error !== undefined &&
  proven &&
  (!isWritten || (statusCode === undefined && classOfFailure(error, phase) === 'connection_reset'));

/** A response counts by its status once its body has ended, or is longer than what is read. */
function classOf({ end, error, statusCode, isAborted }: Exchange, { phase }: Connection): DeliveryClass {
  if (end === 'timeout') return 'timeout';
  if (error !== undefined) return classOfFailure(error, phase);
  if (statusCode === undefined || statusCode >= 600) return 'invalid_response';
  if (statusCode >= 300 && isAborted) return 'aborted';
  if (statusCode >= 500) return 'http_5xx';
  if (statusCode >= 400) return 'http_4xx';
  if (statusCode >= 300) return 'redirect';
  return 'delivered';
}

/**
 * A semaphore with a number of slots; callers beyond it wait in the order of their calls.
 *
 * Acquiring a free slot costs no more than a count. p-limit, which creates several promises for each call, took a tenth
 * of a signer's time besides signing and sending (docs/performance.md).
 */
function semaphore(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];
  return {
    async acquire() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
    isIdle: () => free === slots,
  };
}

let [latest, text] = [0, ''];

/** The time: ISO 8601 with milliseconds. Cached for a millisecond, as a batch starts all its requests within one. */
function timeStamp(): string {
  const now = Date.now();
  if (now !== latest) [latest, text] = [now, new Date(now).toISOString()];
  return text;
}
