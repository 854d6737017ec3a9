/** Takes deliveries from a backlog one by one, and reads ahead. */
import type { DeliveryId } from '../../contract/deliveries.ts';
import { MAX_WINDOW } from '../pacing/control.ts';
import type { Flow } from '../pacing/state.ts';
import { type BacklogPorts, backlogParts, readBacklog } from './backlog.ts';
import type { Pending } from './jobs.ts';

/** With fewer deliveries in hand, more are read: the most that are in flight at once. */
const READ_AHEAD = MAX_WINDOW;
/**
 * Milliseconds between reads that find nothing, while others are sent. It is longer than a response usually takes, since
 * the end of the last request begins a read anyway.
 */
const READ_AGAIN = { ofResponse: 1.25, minMs: 200, maxMs: 1000 };
/** After so long, a turn in which nothing was found is over, although there may be more to read. */
const EMPTY_READ_TIMEOUT_MS = 2000;

/** What reading ahead needs. */
export interface ReaderPorts extends BacklogPorts {
  /** Waits for milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** What is read of a webhook. */
interface BacklogSource {
  /** The flow of its receiver at present. */
  readonly flow: () => Flow;
  readonly requestedAt: string | undefined;
  /** What is sent anyway. */
  readonly inHand: readonly DeliveryId[];
}

/**
 * | state     | begins when                                                  | ends when                        |
 * | --------- | ------------------------------------------------------------ | -------------------------------- |
 * | idle      | it is opened, or a read has ended                            | few are in hand, and it is time  |
 * | reading   | a read begins                                                | the read ends                    |
 * | exhausted | nothing was found, and nothing was in flight when it was read | never                            |
 * | failed    | a read has failed                                            | never                            |
 */
export type ReaderState = 'idle' | 'reading' | 'exhausted' | 'failed';

/** A reader for one turn. `onRead`: there may be something to take, or to read. */
export function backlogReader(
  ports: ReaderPorts,
  webhookId: string,
  { flow, requestedAt, inHand }: BacklogSource,
  onRead: () => void,
) {
  const { now, sleep } = ports;
  const seen = new Set(inHand);
  const open = () => readBacklog(ports, webhookId, () => backlogParts(flow(), requestedAt), seen);
  const ready: Pending[] = [];
  let pages = open();
  let state: ReaderState = 'idle';
  let ended: Promise<void> | undefined;
  let failure: unknown;
  let [hasFound, readAgainAt] = [false, 0];
  const giveUpAt = now() + EMPTY_READ_TIMEOUT_MS;
  // Where nothing waited a moment ago, the first read is not at once while something is in flight.
  if (flow().emptySince !== undefined && requestedAt === undefined) readLater();
  return {
    state: (): ReaderState => state,
    /** How many can be taken. */
    ready: (): number => ready.length,
    /** The next delivery, if one has been read. `isIdle`: nothing is in flight. */
    take(isIdle: boolean): Pending | undefined {
      if (ready.length < READ_AHEAD) read(isIdle);
      return ready.shift();
    },
    /** Begins a read, if it is time for one; where nothing is in flight, it is. The next one may be the last then. */
    read,
    /** Resolves when nothing is read any more. Rejects where a read has failed. */
    async settle(): Promise<void> {
      await ended;
      if (state === 'failed') throw failure;
    },
  };

  function read(isIdle: boolean): void {
    if (state !== 'idle' || !(isIdle || now() >= readAgainAt)) return;
    state = 'reading';
    ended = readPage(isIdle && ready.length === 0).then((next) => {
      state = next;
      onRead();
    });
  }

  async function readPage(isIdle: boolean): Promise<ReaderState> {
    try {
      const page = await pages.next();
      ready.push(...(page.value ?? []));
      if (page.done) pages = open();
      hasFound ||= ready.length > 0;
      if (ready.length > 0) return 'idle';
      if (isIdle) return page.done || (!hasFound && now() >= giveUpAt) ? 'exhausted' : 'idle';
      readLater();
      return 'idle';
    } catch (error) {
      failure = error;
      return 'failed';
    }
  }

  function readLater(): void {
    const wait = Math.min(READ_AGAIN.maxMs, Math.max(READ_AGAIN.minMs, READ_AGAIN.ofResponse * (flow().response ?? 0)));
    readAgainAt = now() + wait;
    void sleep(wait).then(onRead);
  }
}
