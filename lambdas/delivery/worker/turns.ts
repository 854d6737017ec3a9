/** The backlogs that a process sends at present, and how its requests are shared between them. */
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { MAX_REQUESTS, MAX_REQUESTS_TO_ORIGIN } from '../outbound/send-request.ts';

export type Turns = ReturnType<typeof turns>;

type Sent = Pick<Webhook, 'url' | 'eventBus' | 'legacySignature'>;

/** The turns of one process. Each is known by the webhook's object. */
export function turns() {
  /** Where each sends to, which is read from its URL once. */
  const origins = new Map<Sent, string | undefined>();
  return { begin, end, shareOf };

  function begin(webhook: Sent): void {
    origins.set(webhook, originOf(webhook));
  }

  function end(webhook: Sent): void {
    origins.delete(webhook);
  }

  /**
   * How many of the requests that a process may have in flight are for a turn. Those that wait for others would end too
   * late: a turn ends as if each took two seconds.
   */
  function shareOf(webhook: Sent): number {
    const own = origins.get(webhook);
    let [all, toOrigin] = [0, 0];
    for (const [other, origin] of origins) {
      const requests = other.legacySignature ? 2 : 1;
      all += requests;
      if (origin === own) toOrigin += requests;
    }
    return Math.max(1, Math.floor(Math.min(MAX_REQUESTS / all, MAX_REQUESTS_TO_ORIGIN / toOrigin)));
  }
}

/** Those of buses of one region go to one origin. */
const originOf = ({ url, eventBus }: Sent): string | undefined =>
  eventBus === undefined ? URL.parse(url ?? '')?.origin : 'bus';
