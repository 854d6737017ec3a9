/** How often each fault was injected. */
import type { Fault } from './probabilities.ts';

export class Tally {
  readonly #counts = new Map<Fault, number>();

  readonly add = (fault: Fault): void => {
    this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1);
  };

  /** One line for each fault that was injected, the most frequent first. */
  lines(): readonly string[] {
    const rows = [...this.#counts].sort(([, one], [, other]) => other - one);
    if (rows.length === 0) return ['      0  faults'];
    return rows.map(([fault, count]) => `${String(count).padStart(7)}  ${fault}`);
  }
}
