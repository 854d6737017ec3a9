/** A receiver that reads events itself, through a storm: it asks again whatever comes of its requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { pullEvents } from '../../../contract/pull.ts';
import type { ApiResponse } from '../../support/service.ts';

const PAUSE_MS = 1_000;

export type StormReader = ReturnType<typeof startReading>;

/** `ask` sends a request with this query. */
export function startReading(ask: (query: string) => Promise<ApiResponse>) {
  /** When each event was accepted, in the order in which they were last read. */
  const read = new Map<string, string>();
  let after: string | undefined;
  let isStopped = false;
  let beginsAgain = false;
  const readPage = async (): Promise<void> => {
    const response = await ask(after === undefined ? 'limit=20' : `limit=20&after=${after}`).catch(() => undefined);
    const page = v.safeParse(pullEvents.response.body, response?.status === 200 ? response.body : undefined);
    if (!page.success) return await sleep(PAUSE_MS);
    const { results, next, pollAfterSeconds } = page.output;
    for (const { eventId, acceptedAt } of results) {
      read.delete(eventId);
      read.set(eventId, acceptedAt);
    }
    after = beginsAgain ? undefined : next;
    beginsAgain = false;
    if (pollAfterSeconds > 0) await sleep(PAUSE_MS);
  };
  const reading = (async () => {
    while (!isStopped) await readPage();
  })();
  return {
    /** By the id of each event that it has read. */
    read,
    /**
     * Reads everything once more, as a receiver does that doesn't want to wait for what the index of events has shown
     * late: its cursor comes back to that two minutes after its acceptance.
     */
    beginAgain(): void {
      beginsAgain = true;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await reading;
    },
  };
}
