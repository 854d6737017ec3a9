/** Memory and open files of the local cloud's programs while it is under load, as Linux counts them. */
import { readdirSync, readFileSync } from 'node:fs';

/** All processes of a program (`node` or `java`) together, at a time. */
export interface ProgramReading {
  readonly hours: number;
  readonly residentBytes: number;
  readonly openFiles: number;
}

const PAGE_BYTES = 4096;

/** Reads the process and all that it started, each `milliseconds`, until it is stopped. */
export function readEvery(milliseconds: number, pid: number, progress: (line: string) => void) {
  const readings: Record<Program, ProgramReading[]> = { node: [], java: [] };
  const began = performance.now();
  const timer = setInterval(() => {
    const hours = (performance.now() - began) / 3_600_000;
    const processes = treeOf(pid).flatMap(readProcess);
    for (const program of programs) {
      const own = processes.filter((process) => process.program === program);
      const sum = (of: (process: ProcessReading) => number): number => own.reduce((all, each) => all + of(each), 0);
      readings[program].push({
        hours,
        residentBytes: sum(({ residentBytes }) => residentBytes),
        openFiles: sum(({ openFiles }) => openFiles),
      });
    }
    const [node, java] = programs.map((program) => Math.round((readings[program].at(-1)?.residentBytes ?? 0) / 1e6));
    progress(`after ${Math.round(hours * 3_600)} s: node ${node} MB, java ${java} MB`);
  }, milliseconds);
  return {
    stop(): Readonly<Record<Program, readonly ProgramReading[]>> {
      clearInterval(timer);
      return readings;
    },
  };
}

export const programs = ['node', 'java'] as const;
export type Program = (typeof programs)[number];

interface ProcessReading {
  readonly program: Program;
  readonly residentBytes: number;
  readonly openFiles: number;
}

/** Nothing for a process that has ended meanwhile. */
function readProcess(pid: number): readonly ProcessReading[] {
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'java' ? 'java' : 'node';
    const residentBytes = Number(resident) * PAGE_BYTES;
    return [{ program, residentBytes, openFiles: readdirSync(`/proc/${pid}/fd`).length }];
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
