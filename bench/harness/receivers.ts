/** Receivers of webhooks in a process of their own, so that neither the load nor the service shares their event loop. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';

/** How a receiver answers: 200 after so many milliseconds, or never. */
export type Behaviour = number | 'never';

/** `n` of an event's data, and when its request had arrived whole: milliseconds since 1970, with fractions. */
export type Arrival = readonly [n: number, at: number];

export interface Receivers {
  /** In the order of the behaviours. */
  readonly urls: readonly string[];
  /** What each receiver got since the last call, in the order of arrival. */
  collect(): Promise<readonly (readonly Arrival[])[]>;
  stop(): Promise<void>;
}

const Listening = v.object({ urls: v.array(v.string()) });
const Collected = v.object({ arrivals: v.array(v.array(v.tuple([v.number(), v.number()]))) });

/** Milliseconds since 1970 with fractions; the same clock in every process of the machine. */
export const clock = (): number => performance.timeOrigin + performance.now();

/** Starts a receiver for each behaviour, all in one process. */
export async function startReceivers(behaviours: readonly Behaviour[]): Promise<Receivers> {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'), [JSON.stringify(behaviours)]);
  const { urls } = v.parse(Listening, await answerOf(child));
  return {
    urls,
    async collect() {
      const answer = answerOf(child);
      child.send('collect');
      return v.parse(Collected, await answer).arrivals;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

/** The next message of the process. Rejects where it ends instead. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('The process of the receivers ended.');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => undefined);
    answered.abort();
  }
}
