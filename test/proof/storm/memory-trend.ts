/** Memory of the local cloud's programs while it is under load, as Linux counts them, and whether it grows. */
import { readdirSync, readFileSync } from 'node:fs';

/** All processes of a program (`node` or `java`) together, at a time. */
export interface ProgramReading {
  readonly hours: number;
  readonly residentBytes: number;
}

const PAGE_BYTES = 4096;

/** Reads the process and all that it started, each `milliseconds`, until it is stopped. */
export function readEvery(milliseconds: number, pid: number) {
  const readings: Record<Program, ProgramReading[]> = { node: [], java: [] };
  const began = performance.now();
  const timer = setInterval(() => {
    const hours = (performance.now() - began) / 3_600_000;
    const processes = treeOf(pid).flatMap(readProcess);
    for (const program of programs) {
      const own = processes.filter((process) => process.program === program);
      const residentBytes = sum(own.map((process) => process.residentBytes));
      readings[program].push({ hours, residentBytes });
    }
  }, milliseconds);
  return {
    stop(): Readonly<Record<Program, readonly ProgramReading[]>> {
      clearInterval(timer);
      return readings;
    },
  };
}

const programs = ['node', 'java'] as const;
type Program = (typeof programs)[number];

interface ProcessReading {
  readonly program: Program;
  readonly residentBytes: number;
}

/** Nothing for a process that has ended meanwhile. */
function readProcess(pid: number): readonly ProcessReading[] {
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'java' ? 'java' : 'node';
    return [{ program, residentBytes: Number(resident) * PAGE_BYTES }];
  } catch {
    return [];
  }
}

function treeOf(root: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const tree = [root];
  // The list grows while it is walked.
  for (const parent of tree) tree.push(...parents.filter(([, of]) => of === parent).map(([child]) => child));
  return tree;
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** A figure at a time, in hours. */
interface Reading {
  readonly hours: number;
  readonly value: number;
}

/** `perHour` ± `error`: with 95 % probability the slope is in this range. Both are NaN for fewer than five readings. */
export interface Trend {
  readonly perHour: number;
  readonly error: number;
}

/** The 97.5 % quantile of Student's t for 3 and more degrees of freedom, within 3 %. */
const studentT = (freedom: number): number => 1.96 + 2.4 / freedom + 3 / freedom ** 2;

/** The least-squares line. Readings must be far enough apart not to depend on each other, such as the means of minutes. */
export function trendOf(readings: readonly Reading[]): Trend {
  const freedom = readings.length - 2;
  if (freedom < 3) return { perHour: Number.NaN, error: Number.NaN };
  const meanHours = mean(readings.map(({ hours }) => hours));
  const meanValue = mean(readings.map(({ value }) => value));
  const spread = sum(readings.map(({ hours }) => (hours - meanHours) ** 2));
  const perHour = sum(readings.map(({ hours, value }) => (hours - meanHours) * (value - meanValue))) / spread;
  const residuals = sum(readings.map(({ hours, value }) => (value - meanValue - perHour * (hours - meanHours)) ** 2));
  return { perHour, error: studentT(freedom) * Math.sqrt(residuals / freedom / spread) };
}

/** The mean of the readings of each minute, in the middle of which it is. */
export function minuteMeans(readings: readonly Reading[]): readonly Reading[] {
  const minutes = Map.groupBy(readings, ({ hours }) => Math.floor(hours * 60));
  return [...minutes].map(([minute, all]) => ({
    hours: (minute + 0.5) / 60,
    value: mean(all.map(({ value }) => value)),
  }));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
