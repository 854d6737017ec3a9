/** How a process divides the requests that it may have in flight among the turns that it has at once. */
import { MAX_REQUESTS, MAX_REQUESTS_TO_ORIGIN } from '../sending/send-request.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** A webhook, as far as its requests depend on it. */
type Target = Pick<Webhook, 'url' | 'eventBus' | 'legacySignature'>;

/** Where the requests of a turn go, and how many one attempt makes. */
interface Turn {
  readonly origin: string | undefined;
  readonly requests: number;
}

export type RequestShares = ReturnType<typeof requestShares>;

/** The shares of a process. */
export function requestShares() {
  const turns = new Map<Target, Turn>();
  return {
    begin: (webhook: Target): void =>
      void turns.set(webhook, { origin: originOf(webhook), requests: webhook.legacySignature ? 2 : 1 }),
    end: (webhook: Target): void => void turns.delete(webhook),
    /**
     * How many attempts a turn that has begun may have in flight, at least one. Those that wait for others would end too
     * late: a turn ends as if each took two seconds.
     */
    of(webhook: Target): number {
      const all = [...turns.values()];
      const origin = turns.get(webhook)?.origin;
      const toOrigin = all.filter((turn) => turn.origin === origin);
      const share = Math.min(MAX_REQUESTS / requestsOf(all), MAX_REQUESTS_TO_ORIGIN / requestsOf(toOrigin));
      return Math.max(1, Math.floor(share));
    },
  };
}

/** Those of buses of one region go to one origin. */
const originOf = ({ url, eventBus }: Target): string | undefined =>
  eventBus === undefined ? URL.parse(url ?? '')?.origin : 'bus';

const requestsOf = (turns: readonly Turn[]): number => turns.reduce((sum, { requests }) => sum + requests, 0);
