/**
 * `npm run mutation -- [group or file…] [options of Stryker]`: changes each expression of the code in turn, and counts the changes
 * that no unit test notices.
 *
 * Without names, all groups of test/proof/mutation/groups.ts are measured. The score of each group is written for
 * docs/reliability.md, whose figures are those of each group's last measurement; that of all groups only if all were measured.
 * With files, it lists what has survived there. Files are measured with all unit tests, groups with their own.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import * as v from 'valibot';
import { type Figures, lastRun, reportFigures } from '../../test/proof/figures.ts';
import { explanations } from '../../test/proof/mutation/explained.ts';
import { codeOf, groupNames, groups, leftOut } from '../../test/proof/mutation/groups.ts';
import { type Change, changesOf, MutationReport } from '../../test/proof/mutation/report.ts';
import { type Score, scoreOf, staleExplanations } from '../../test/proof/mutation/score.ts';
import { recordFigures } from './record-figures.ts';

/** As in stryker.config.js. */
const REPORT = 'build/mutation.json';

const isOption = (argument: string): boolean => argument.startsWith('-');
const isFile = (argument: string): boolean => argument.includes('/');
const chosen = process.argv.slice(2).flatMap((argument) => (isOption(argument) ? [] : argument.split(',')));
const options = process.argv.slice(2).filter(isOption);
const unknown = chosen.filter((name) => !(isFile(name) || groupNames.some((group) => group === name)));
if (unknown.length > 0)
  throw new Error(`There is no group ${unknown.join(', ')}; there are ${groupNames.join(', ')}, or name files.`);

const changes: Change[] = [];
const scores: Record<string, Score> = {};
recordFigures();
for (const name of groupNames) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const { percent, mutants } = measure(name, codeOf(name), groups[name].tests);
  publish({ [name]: percent, [`${name}Mutants`]: mutants });
}
if (chosen.some(isFile)) measure('files', chosen.filter(isFile), groups.others.tests);
if (chosen.length === 0) scores['all'] = scoreOf(changes, explanations);

for (const { file, original, reason } of staleExplanations(changes, explanations))
  console.log(`${file}: nothing survives any more of what is explained: ${oneLine(original)} (${reason})`);
for (const { what, reason } of leftOut) console.log(`Left out: ${what}. ${reason}`);
console.table(Object.fromEntries(Object.entries(scores).map(([name, { open: _, ...figures }]) => [name, figures])));
if (scores['all'] !== undefined) {
  const { percent, mutants, survived, explained } = scores['all'];
  publish({ all: percent, mutants, survived, explained });
}

/** Has Stryker change these files, and lists the survivors without an explanation. Throws where it could not. */
function measure(name: string, code: readonly string[], tests: readonly string[]): Score {
  rmSync(REPORT, { force: true });
  const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
  const incremental = ['--incrementalFile', `build/mutation-${name}.json`];
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', '--mutate', code.join(','), ...incremental, ...options],
    { stdio: 'inherit', env: { ...process.env, SPS_MUTATION_TESTS: tests.join(' ') } },
  );
  if (status !== 0) throw new Error(`Stryker could not measure ${name}; its messages are above.`);
  const measured = changesOf(v.parse(MutationReport, JSON.parse(readFileSync(REPORT, 'utf8'))));
  changes.push(...measured);
  const score = scoreOf(measured, explanations);
  scores[name] = score;
  for (const { file, line, original, replacement } of score.open)
    console.log(`${file}:${line} survived: ${oneLine(original)} → ${oneLine(replacement)}`);
  return score;
}

/** Adds to the figures of earlier measurements. */
function publish(figures: Figures): void {
  reportFigures('mutation', { ...lastRun('mutation')?.figures, ...figures });
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, 100);
}
