/**
 * What is injected. A decision is a pure function of the seed, the fault, a key such as function
 * and operation, and the number of earlier decisions for that key: the same seed injects the same faults into the same
 * sequence of calls.
 */
import { hash } from 'node:crypto';
import type { ServiceCall } from '../proxy/layer.ts';
import { type Fault, type FaultInjection, probabilityOf } from './probabilities.ts';

/** A fault that is injected, and two numbers from 0 to 1 (never 1) for its details, such as how long it takes. */
export interface Injection {
  readonly extent: number;
  readonly variant: number;
}

/** The injection for the `count`th decision of this key (from 0), or undefined. Pure. */
export function decide(
  { name, seed }: FaultInjection,
  fault: Fault,
  key: string,
  count: number,
): Injection | undefined {
  const digest = hash('sha256', JSON.stringify([seed, fault, key, count]), 'buffer');
  const number = (index: number): number => digest.readUInt32BE(index * 4) / 2 ** 32;
  return number(0) < probabilityOf(fault, name) ? { extent: number(1), variant: number(2) } : undefined;
}

/** What decisions about a call depend on. */
export const keyOf = ({ caller = 'unknown', operation }: ServiceCall): string => `${caller} ${operation}`;

/** Decides, and counts what is injected. */
export function createDecisions(injection: FaultInjection) {
  const counts = new Map<string, number>();
  const injected = new Map<Fault, number>();
  return {
    /** The next decision of this key. */
    next(fault: Fault, key: string): Injection | undefined {
      const counter = `${fault} ${key}`;
      const count = counts.get(counter) ?? 0;
      counts.set(counter, count + 1);
      const decided = decide(injection, fault, key, count);
      if (decided !== undefined) injected.set(fault, (injected.get(fault) ?? 0) + 1);
      return decided;
    },
    /** One line for each fault that was injected, the most frequent first. */
    lines(): readonly string[] {
      const rows = [...injected].sort(([, one], [, other]) => other - one);
      if (rows.length === 0) return ['      0  faults'];
      return rows.map(([fault, count]) => `${String(count).padStart(7)}  ${fault}`);
    },
  };
}

/** What decides. */
export type Decisions = Pick<ReturnType<typeof createDecisions>, 'next'>;
