/** A receiver that changes its behaviour at random, until it is calmed. */
import { later, type Respond, startReceiver } from '../../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../../testing/receivers/listening.ts';

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
