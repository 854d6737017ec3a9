/**
 * Counts attempts (docs/spec/delivery.md#statistics) in memory, and adds those of a batch to their hours at its end: one
 * write for each webhook that it had attempts for. Lambda may freeze the process then, and never use it again
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html).
 *
 * A batch that takes longer writes each second, in case the function reaches its time-out. What a failed write has not
 * stored is written with the next batch, or a second later if the process still runs; no batch fails for it.
 */
import { randomUUID } from 'node:crypto';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import { loggedError } from '../shared/logged-error.ts';
import { type AttemptCounts, countOf, sumOf } from './attempt-counts.ts';
import { type AttemptCountsTable, hourOf } from './attempt-hours-table.ts';

/** Milliseconds after which an attempt is written although its batch has not ended. */
const LONGEST_UNWRITTEN_MS = 1000;
/** Milliseconds for which the end of a batch waits for its writes: a signer that sends a backlog has no more left. */
const LONGEST_WAIT_MS = 800;
/** Hours of webhooks whose attempts are kept while the table can't be written. A batch has attempts for a hundred. */
const MAX_HOURS = 1000;

export type AttemptCounter = ReturnType<typeof attemptCounter>;

/** Calls back after milliseconds, if the process still runs. Returns a function that prevents it. */
type Later = (callBack: () => void, milliseconds: number) => () => void;

const timeOut: Later = (callBack, milliseconds) => {
  const timer = setTimeout(callBack, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** The counter of a process. */
export function attemptCounter(table: Pick<AttemptCountsTable, 'add'>, later: Later = timeOut) {
  const hours = new Map<string, HourCounter>();
  const writeIds = newWriteIds();
  let cancel: (() => void) | undefined;

  return {
    /** Counts an attempt to deliver an event of that name, in the hour in which it began. */
    note(webhookId: string, event: string, outcome: AttemptOutcome): void {
      const hour = hourOf(outcome.startedAt);
      const key = `${webhookId} ${hour}`;
      const counter =
        hours.get(key) ?? hourCounter((counts, id) => table.add(webhookId, { hour, counts }, id), writeIds);
      counter.note(countOf(outcome, event));
      hours.set(key, counter);
      if (hours.size > MAX_HOURS) forgetOldest();
      writeLater();
    },
    /** Writes what was noted. Never rejects; resolves once all is written, has failed, or takes too long. */
    async settle(): Promise<void> {
      if (hours.size === 0) return;
      await new Promise<void>((resolve) => {
        const stopWaiting = later(resolve, LONGEST_WAIT_MS);
        void writeAll().then(() => {
          stopWaiting();
          resolve();
        });
      });
    },
  };

  function writeLater(): void {
    cancel ??= later(() => {
      cancel = undefined;
      void writeAll();
    }, LONGEST_UNWRITTEN_MS);
  }

  async function writeAll(): Promise<void> {
    await Promise.all(
      Array.from(hours, async ([key, counter]) => {
        await counter.write();
        if (counter.isEmpty() && hours.get(key) === counter) hours.delete(key);
      }),
    );
    cancel?.();
    cancel = undefined;
    if (hours.size > 0) writeLater();
  }

  function forgetOldest(): void {
    const [key = ''] = hours.keys();
    hours.delete(key);
    console.warn({ message: 'Attempts were not counted.', hour: key });
  }
}

type HourCounter = ReturnType<typeof hourCounter>;

/**
 * One webhook's attempts of one hour since they were last written. One write is in flight at a time. One that has failed
 * may have taken effect all the same, so it is repeated with its id, and what was noted since is written after it.
 */
function hourCounter(
  add: (counts: AttemptCounts, writeId: string) => Promise<void>,
  writeIds: Iterator<string, string>,
) {
  let noted: AttemptCounts | undefined;
  let sent: { readonly counts: AttemptCounts; readonly id: string } | undefined;
  let writing: Promise<void> | undefined;

  return {
    note(counts: AttemptCounts): void {
      noted = sumOf([noted ?? {}, counts]);
    },
    isEmpty: (): boolean => noted === undefined && sent === undefined,
    /** Writes what was noted until now. Resolves although it has failed, which is logged. */
    write(): Promise<void> {
      writing ??= writeAll()
        .catch((error: unknown) =>
          console.warn({ message: 'Attempts could not be counted yet.', error: loggedError(error) }),
        )
        .finally(() => {
          writing = undefined;
        });
      return writing;
    },
  };

  async function writeAll(): Promise<void> {
    for (;;) {
      if (sent === undefined && noted !== undefined) {
        sent = { counts: noted, id: writeIds.next().value };
        noted = undefined;
      }
      if (sent === undefined) return;
      await add(sent.counts, sent.id);
      sent = undefined;
    }
  }
}

/** Ids of writes, which no other process has and which begin with the process's own. */
function* newWriteIds(): Generator<string, never> {
  const processId = randomUUID().slice(0, 8);
  for (let n = 0; ; n++) yield `${processId}${n.toString(36)}`;
}
