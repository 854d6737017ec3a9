/** A clock that jumps to the next moment at which something happens, so that hours of deliveries pass in a second. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export type VirtualClock = ReturnType<typeof virtualClock>;

/** `begin` is in milliseconds since 1970. */
export function virtualClock(begin: number) {
  let time = begin;
  let timers: { readonly at: number; readonly wake: () => void }[] = [];
  return { now: () => time, elapsed: () => time - begin, sleep, run };

  /** Resolves after milliseconds of virtual time. */
  function sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => timers.push({ at: time + Math.max(0, milliseconds), wake }));
  }

  /** Lets time pass until nothing is left to happen before `until` (milliseconds since `begin`), or until `isOver`. */
  async function run(until: number, isOver: () => boolean = () => false): Promise<void> {
    for (;;) {
      // Everything that can happen at this moment happens before the clock moves on.
      do await new Promise(setImmediate);
      while (process.getActiveResourcesInfo().includes('Immediate'));
      if (isOver()) return;
      const next = timers.reduce((earliest, { at }) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
      if (next > begin + until) break;
      time = next;
      const due = timers.filter(({ at }) => at <= time);
      timers = timers.filter(({ at }) => at > time);
      for (const { wake } of due) wake();
    }
    time = Math.max(time, begin + until);
  }
}
