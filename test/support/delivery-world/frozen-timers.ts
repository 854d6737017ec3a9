/** Timers of a process that Lambda freezes between its batches. */
import type { VirtualClock } from './virtual-clock.ts';

/** What comes while the process is frozen comes when it runs again, which may be never. */
export function frozenTimers(clock: Pick<VirtualClock, 'sleep'>) {
  let running = false;
  const due: (() => void)[] = [];
  return {
    /** Calls back after milliseconds. Returns a function that prevents it. */
    later(callBack: () => void, milliseconds: number): () => void {
      let isCancelled = false;
      const callUnlessCancelled = () => {
        if (!isCancelled) callBack();
      };
      void clock.sleep(milliseconds).then(() => (running ? callUnlessCancelled() : due.push(callUnlessCancelled)));
      return () => {
        isCancelled = true;
      };
    },
    setRunning(isRunning: boolean): void {
      running = isRunning;
      if (running) for (const callBack of due.splice(0)) callBack();
    },
  };
}
