/** Reads the events of a webhook with `pull`, one page after the other. It needs only timers. */
import type { AnswerTo, CallOptions, Methods } from './operation.ts';

type PulledPage = AnswerTo<'pullEvents'>;

/** An event that was read. */
export type PulledEvent = PulledPage['results'][number] & {
  /** Where to go on once this event is handled: store it, and pass it as `after`. Some events may then come again. */
  readonly next: string | undefined;
};

export interface PullOptions {
  /** `next` of an event that was handled; from the creation of the webhook on without it and `since`. */
  readonly after?: string | undefined;
  /** A time of acceptance to begin at, in place of `after`. */
  readonly since?: string | undefined;
  /** The most events of one request: 1 to 100, by default 100. */
  readonly limit?: number | undefined;
  /** Whether to wait for further events; true by default. Otherwise it ends when there are no more. */
  readonly follow?: boolean | undefined;
  /** Ends the waiting and the request that is under way. */
  readonly signal?: AbortSignal | undefined;
}

export interface Pulling {
  /** The events of a webhook with `pull`, the oldest first, as long as the loop goes on. */
  pull(webhookId: string, options?: PullOptions & CallOptions): AsyncGenerator<PulledEvent, void>;
}

/** The events of a webhook on top of the operations. */
export const pullingOf = ({ pullEvents }: Pick<Methods, 'pullEvents'>): Pulling => ({
  pull: (webhookId, options = {}) =>
    pulling((query) => pullEvents({ parameters: { webhookId }, query }, { signal: options.signal }), options),
});

/** The query of a request. */
export type PullQuery = Pick<PullOptions, 'after' | 'since' | 'limit'>;

/** Reads pages with `read`, and yields their events. */
export async function* pulling(
  read: (query: PullQuery) => Promise<PulledPage>,
  { after: first, since, limit, follow = true, signal }: PullOptions,
): AsyncGenerator<PulledEvent, void> {
  let after = first;
  while (!signal?.aborted) {
    const { results, next, pollAfterSeconds } = await read({ limit, ...(after === undefined ? { since } : { after }) });
    for (const [index, event] of results.entries()) {
      yield { ...event, next: index === results.length - 1 ? next : after };
    }
    after = next;
    if (pollAfterSeconds === 0) continue;
    if (!follow) return;
    await pause(pollAfterSeconds * 1000, signal);
  }
}

/** Waits, at most until `signal` is aborted. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
