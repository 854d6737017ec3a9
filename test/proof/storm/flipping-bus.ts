/** A local cloud's event bus that takes events half of its time and refuses them the other half, until calmed. */
import { call } from '../../../testing/service.ts';

const EVERY_MS = 1_000;
const refusals = ['denied', 'missing', 'throttled'];

export interface FlippingBus {
  readonly eventBus: string;
  /** From now on it takes events. */
  readonly calm: () => void;
}

/** `url` is the local cloud's, which may be down: a bus takes events after each start. */
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
