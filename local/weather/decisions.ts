/**
 * Decides what is injected, and counts it. A decision is a pure function of the seed, the fault, a key such as function
 * and operation, and the number of earlier decisions for that key: the same seed injects the same faults into the same
 * sequence of calls.
 */
import { hash } from 'node:crypto';
import type { ServiceCall } from '../proxy/layer.ts';
import { type BadWeather, type Fault, probabilityOf } from './probabilities.ts';

/** A fault that is injected, and two numbers from 0 to 1 (never 1) for its details, such as how long it takes. */
export interface Injection {
  readonly extent: number;
  readonly variant: number;
}

/** The injection for the `count`th decision of this key (from 0), or undefined. Pure. */
export function decide({ name, seed }: BadWeather, fault: Fault, key: string, count: number): Injection | undefined {
  const digest = hash('sha256', JSON.stringify([seed, fault, key, count]), 'buffer');
  const number = (index: number): number => digest.readUInt32BE(index * 4) / 2 ** 32;
  return number(0) < probabilityOf(fault, name) ? { extent: number(1), variant: number(2) } : undefined;
}

/** What decisions about a call depend on. */
export const keyOf = ({ caller = 'unknown', operation }: ServiceCall): string => `${caller} ${operation}`;

/** Counts the decisions of each key, and reports what is injected. */
export class Decisions {
  readonly weather: BadWeather;
  readonly #onInjected: (fault: Fault) => void;
  readonly #counts = new Map<string, number>();

  constructor(weather: BadWeather, onInjected: (fault: Fault) => void) {
    this.weather = weather;
    this.#onInjected = onInjected;
  }

  /** The next decision of this key. */
  next(fault: Fault, key: string): Injection | undefined {
    const counter = `${fault} ${key}`;
    const count = this.#counts.get(counter) ?? 0;
    this.#counts.set(counter, count + 1);
    const injection = decide(this.weather, fault, key, count);
    if (injection !== undefined) this.#onInjected(fault);
    return injection;
  }
}

/** How often each fault was injected. */
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
