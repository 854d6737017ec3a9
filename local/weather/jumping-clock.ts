/** The clock of a worker thread, which can be set wrong: for everything in the thread that asks `Date` for the time. */

/** Replaces this thread's `Date`. The function that is returned sets by how many milliseconds its clock is ahead. */
export function replaceClock(): (aheadMs: number) => void {
  const OwnDate = Date;
  let ahead = 0;
  const now = (): number => OwnDate.now() + ahead;
  globalThis.Date = new Proxy(OwnDate, {
    apply: () => new OwnDate(now()).toString(),
    construct: (target, parts: readonly unknown[], newTarget) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return (aheadMs) => {
    ahead = aheadMs;
  };
}
