/** Starts receivers for a test file and stops them after each test. */
import { afterEach } from '@jest/globals';
import type { Receiver } from '../support/receivers/listening.ts';

/** Awaits a receiver's start and sees to its end. */
export type Use = (starting: Promise<Receiver>) => Promise<Receiver>;

export function roomOfReceivers(): Use {
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
