/** How a process divides the requests that it may have in flight among the turns that it has at once. */
import { MAX_REQUESTS, MAX_REQUESTS_TO_ORIGIN } from '../sending/send-request.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** A webhook, as far as its requests depend on it. */
type SentWebhook = Pick<Webhook, 'url' | 'eventBus' | 'legacySignature'>;

/** Where the requests of a turn go, and how many one attempt makes. */
interface TurnRequests {
  readonly origin: string | undefined;
  readonly requests: number;
}

export type RequestShares = ReturnType<typeof requestShares>;

/** The shares of a process. */
export function requestShares() {
  const turns = new Map<SentWebhook, TurnRequests>();
  return {
    begin: (webhook: SentWebhook): void =>
      void turns.set(webhook, { origin: originOf(webhook), requests: webhook.legacySignature ? 2 : 1 }),
    end: (webhook: SentWebhook): void => void turns.delete(webhook),
    /**
     * How many attempts a turn that has begun may have in flight, at least one. Those that wait for others would end too
     * late: a turn ends as if each took two seconds.
     */
    of(webhook: SentWebhook): number {
      const origin = turns.get(webhook)?.origin;
      let [all, toOrigin] = [0, 0];
      for (const turn of turns.values()) {
        all += turn.requests;
        if (turn.origin === origin) toOrigin += turn.requests;
      }
      return Math.max(1, Math.floor(Math.min(MAX_REQUESTS / all, MAX_REQUESTS_TO_ORIGIN / toOrigin)));
    },
  };
}

/** Those of buses of one region go to one origin. */
const originOf = ({ url, eventBus }: SentWebhook): string | undefined =>
  eventBus === undefined ? URL.parse(url ?? '')?.origin : 'bus';
