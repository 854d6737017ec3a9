/** A receiver that reads events itself, through a storm: it asks again whatever comes of its requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { pullEvents } from '../../../contract/pull.ts';
import type { ApiResponse } from '../../../testing/service.ts';

const PAUSE_MS = 1_000;

export type StormReader = ReturnType<typeof startReading>;

/** `ask` sends a request with this query. */
export function startReading(ask: (query: string) => Promise<ApiResponse>) {
  /** When each event was accepted, in the order in which they were last read. */
  const read = new Map<string, string>();
  let after: string | undefined;
  let isStopped = false;
  const readPage = async (): Promise<void> => {
    const response = await ask(after === undefined ? 'limit=20' : `limit=20&after=${after}`).catch(() => undefined);
    const page = v.safeParse(pullEvents.response.body, response?.status === 200 ? response.body : undefined);
    if (!page.success) return await sleep(PAUSE_MS);
    const { results, next, pollAfterSeconds } = page.output;
    for (const { eventId, acceptedAt } of results) {
      read.delete(eventId);
      read.set(eventId, acceptedAt);
    }
    after = next;
    if (pollAfterSeconds > 0) await sleep(PAUSE_MS);
  };
  const reading = (async () => {
    while (!isStopped) await readPage();
  })();
  return {
    /** By the ids that it has read. */
    read,
    /**
     * The ids that came for the last time after an event that was accepted later: where an event comes late, all that was
     * accepted after it comes again (docs/spec/pull.md#what-is-promised).
     */
    outOfOrder(): readonly string[] {
      const all = [...read];
      return all.flatMap(([id, acceptedAt], n) => (acceptedAt < (all[n - 1]?.[1] ?? '') ? [id] : []));
    },
    async stop(): Promise<void> {
      isStopped = true;
      await reading;
    },
  };
}
