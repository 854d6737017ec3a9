/** A receiver, and an event bus, that change their behaviour at random, until they are calmed. */
import { later, type Respond, startReceiver } from '../../support/receivers/http-receivers.ts';
import type { Receiver } from '../../support/receivers/listening.ts';
import { call } from '../../support/service.ts';

export type Behaviour = 'good' | 'failing' | 'slow' | 'resetting' | 'redirecting' | 'limiting';

export interface FlippingReceiver extends Receiver {
  /** The webhook ids, which are delivery ids, of requests that it has responded to with 200. */
  readonly accepted: ReadonlySet<string>;
  /** From now on it is good. */
  readonly calm: () => void;
}

/** In the body of an event that no receiver accepts, so that its deliveries fail after their last attempt. */
export const UNWANTED = 'unwanted';

const SHORTEST_MS = 300;
const LONGEST_MS = 2_000;

/** Half of its time it is good, the other half one of `others`. What is marked as unwanted it always refuses. */
export async function startFlipping(
  others: readonly Exclude<Behaviour, 'good'>[],
  random: () => number,
): Promise<FlippingReceiver> {
  const accepted = new Set<string>();
  let behaviour: Behaviour = 'good';
  let timer: NodeJS.Timeout | undefined;
  const flip = (): void => {
    behaviour = random() < 0.5 ? 'good' : (others[Math.floor(random() * others.length)] ?? 'good');
    timer = setTimeout(flip, SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS));
  };
  const accept: Respond = (response, { headers, body }) => {
    if (body.includes(UNWANTED)) return void response.writeHead(400).end();
    accepted.add(`${headers['webhook-id']}`);
    response.writeHead(200).end('{}');
  };
  const responses: Readonly<Record<Behaviour, Respond>> = {
    good: accept,
    failing: (response) => response.writeHead(500).end(),
    // Around the time-out of 1.5 s, so that some of them are in time.
    slow: (response, request) => later(response, 800 + random() * 1_400, () => accept(response, request)),
    resetting: (response) => response.destroy(),
    redirecting: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    limiting: (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  };
  const receiver = await startReceiver((response, request) => responses[behaviour](response, request));
  flip();
  const calm = (): void => {
    clearTimeout(timer);
    behaviour = 'good';
  };
  return {
    ...receiver,
    accepted,
    calm,
    stop: () => {
      calm();
      return receiver.stop();
    },
  };
}

const EVERY_MS = 1_000;
const refusals = ['denied', 'missing', 'throttled'];

export interface FlippingBus {
  readonly eventBus: string;
  /** From now on it takes events. */
  readonly calm: () => void;
}

/**
 * Takes events half of its time and refuses them the other half. `url` is the local cloud's, which may be down: a bus
 * takes events after each start.
 */
export function startFlippingBus(url: string, random: () => number): FlippingBus {
  const eventBus = 'arn:aws:events:eu-west-1:111122223333:event-bus/storm';
  const answerWith = (answer: string) =>
    call('POST', '/_local/event-buses', { url, body: { bus: eventBus, answer } }).catch(() => {});
  const timer = setInterval(() => {
    const answer = random() < 0.5 ? 'takes' : refusals[Math.floor(random() * refusals.length)];
    void answerWith(answer ?? 'takes');
  }, EVERY_MS).unref();
  return {
    eventBus,
    calm() {
      clearInterval(timer);
      void answerWith('takes');
    },
  };
}
