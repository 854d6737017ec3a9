/**
 * `npm run mutation -- [group or file…] [options of Stryker]`: changes each expression of the code in turn, and counts the changes
 * that no unit test notices.
 *
 * Without names, all groups of test/proof/mutation/groups.ts are measured, and their scores are written for docs/reliability.md.
 * With names or files, it lists what has survived there. The exit code is 1 where Stryker could not measure.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import * as v from 'valibot';
import { FIGURES_FOLDER, reportFigures } from '../../test/proof/figures.ts';
import { explanations } from '../../test/proof/mutation/explained.ts';
import { filesOf, type GroupName, groupNames, leftOut } from '../../test/proof/mutation/groups.ts';
import { type Change, changesOf, MutationReport } from '../../test/proof/mutation/report.ts';
import { type Score, scoreOf, staleExplanations } from '../../test/proof/mutation/score.ts';

/** As in stryker.config.js. */
const REPORT = 'build/mutation.json';

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const names = groupNames.filter((name) => chosen.length === 0 || chosen.includes(name));
const files = chosen.flatMap((argument) => argument.split(',')).filter((argument) => argument.includes('/'));
const unknown = chosen.filter((argument) => !argument.includes('/') && !groupNames.some((name) => name === argument));
if (unknown.length > 0)
  throw new Error(`There is no group ${unknown.join(', ')}; there are ${groupNames.join(', ')}, or name files.`);

const changes = measure([...new Set([...names.flatMap(filesOf), ...files])]);
const scores = new Map<GroupName | 'files', Score>(
  names.map((name) => {
    const members = new Set(filesOf(name));
    return [
      name,
      scoreOf(
        changes.filter(({ file }) => members.has(file)),
        explanations,
      ),
    ];
  }),
);
if (files.length > 0)
  scores.set(
    'files',
    scoreOf(
      changes.filter(({ file }) => files.includes(file)),
      explanations,
    ),
  );

listSurvivors();
console.table(
  Object.fromEntries([...scores].map(([name, { open, ...score }]) => [name, { ...score, open: open.length }])),
);
if (chosen.length === 0) publish();

/** The changes of the files, after Stryker has tried them all. Throws where it could not. */
function measure(mutated: readonly string[]): readonly Change[] {
  rmSync(REPORT, { force: true });
  const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
  const { status } = spawnSync(process.execPath, [stryker, 'run', '--mutate', mutated.join(','), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Stryker could not measure; its messages are above.');
  return changesOf(v.parse(MutationReport, JSON.parse(readFileSync(REPORT, 'utf8'))));
}

function listSurvivors(): void {
  const open = new Set([...scores.values()].flatMap((score) => score.open));
  for (const { file, line, original, replacement } of open)
    console.log(`${file}:${line} survived: ${oneLine(original)} → ${oneLine(replacement)}`);
  for (const { file, original, reason } of staleExplanations(changes, explanations))
    console.log(`${file}: no such survivor any more: ${oneLine(original)} (${reason})`);
  for (const { files: patterns, reason } of leftOut) console.log(`Left out: ${patterns.join(', ')}. ${reason}`);
}

function publish(): void {
  process.env[FIGURES_FOLDER] ??= 'test/proof/figures';
  const all = scoreOf(changes, explanations);
  reportFigures('mutation', {
    ...Object.fromEntries([...scores].map(([name, { percent }]) => [name, percent])),
    mutants: all.mutants,
    survived: all.survived,
    explained: all.explained,
  });
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, 100);
}
