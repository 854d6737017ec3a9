/** What a receiver takes: its successes a second. */
import { type AttemptOutcome, meansDown } from '../model/attempt.ts';

/** Milliseconds that are looked back; a burst within less counts as that of a whole second. */
const LOOKED_BACK = 1000;

/** Counts the successes of one turn. Times are milliseconds since 1970. */
export function goodputMeter() {
  let rounds: { readonly at: number; readonly successes: number }[] = [];
  return {
    note(outcomes: readonly AttemptOutcome[], at: number): void {
      rounds.push({ at, successes: outcomes.filter((outcome) => !meansDown(outcome)).length });
    },
    perSecond(now: number): number {
      rounds = rounds.filter(({ at }) => now - at < LOOKED_BACK);
      const successes = rounds.reduce((sum, round) => sum + round.successes, 0);
      return (successes / LOOKED_BACK) * 1000;
    },
  };
}
