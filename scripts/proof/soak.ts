/**
 * `npm run soak -- --minutes N [--only NAME,NAME]`: the long proof. It runs the proofs of test/proof/proofs.ts one after the
 * other, the soak for N minutes (30 by default), and writes docs/reliability.md.
 *
 * The exit code is 1 if a proof fails, or if one has counted what must never happen.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lastRun, reportFigures } from '../../test/proof/figures.ts';
import { plantedProof, proofs, soakProof, testProofs } from '../../test/proof/proofs.ts';
import { soak } from '../../test/proof/soak/soak.ts';
import { withTables } from '../markdown.ts';
import { recordFigures } from './record-figures.ts';
import { reliabilityTables } from './reliability-tables.ts';

const { minutes, chosen } = arguments_();
recordFigures();

const failed: string[] = [];
for (const { name, run } of steps()) {
  if (!chosen.includes(name)) continue;
  console.log(`\n==> ${name}`);
  if (!(await run())) failed.push(name);
}
for (const { name, never } of proofs.filter((proof) => chosen.includes(proof.name))) {
  const { figures = {} } = lastRun(name) ?? {};
  for (const what of never) if (figures[what] !== 0) failed.push(`${name}: ${what} ${figures[what]}`);
}
writeFileSync('docs/reliability.md', withTables(readFileSync('docs/reliability.md', 'utf8'), reliabilityTables()));
console.log(failed.length === 0 ? '\nNothing that must never happen has happened.' : `\nFAILED: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

interface Step {
  readonly name: string;
  /** Whether it succeeded. */
  readonly run: () => Promise<boolean> | boolean;
}

function steps(): readonly Step[] {
  const tests = testProofs.map(({ name, path, variables }) => ({
    name,
    run: () => isSuccess('npm', ['test', '--', path], variables),
  }));
  const planted = { name: plantedProof.name, run: () => isSuccess('node', ['scripts/proof/planted-defects.ts']) };
  return [...tests, { name: soakProof.name, run: runSoak }, planted];
}

async function runSoak(): Promise<boolean> {
  reportFigures(soakProof.name, await soak({ minutes, progress: (line) => console.log(line) }));
  return true;
}

function isSuccess(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...variables } }).status === 0;
}

/** Throws for arguments that are not those of the usage above. */
function arguments_() {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, only: { type: 'string' } } });
  const names = proofs.map(({ name }) => name);
  const wanted = values.only?.split(',') ?? names;
  const unknown = wanted.filter((name) => !names.includes(name));
  const parsed = Number(values.minutes);
  if (unknown.length > 0) throw new Error(`There is no proof ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  if (!(parsed >= 1 && parsed <= 10_000)) throw new Error('--minutes must be a number from 1 to 10000.');
  return { minutes: parsed, chosen: wanted };
}
