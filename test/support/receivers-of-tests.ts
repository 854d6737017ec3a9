/** Stops the receivers of a test file after each test. */
import { afterEach } from '@jest/globals';
import type { Receiver } from './receivers/listening.ts';

/** Waits for a receiver to start, and has it stopped after the test. */
type Use = (starting: Promise<Receiver>) => Promise<Receiver>;

export function receiversOfTests(): Use {
  const running: Receiver[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()));
  });
  return async (starting) => {
    const receiver = await starting;
    running.push(receiver);
    return receiver;
  };
}
