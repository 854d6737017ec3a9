/**
 * `npm run check:imports`: no file imports what borders.ts does not allow, what a workspace does not export, a handler, or
 * itself by way of others. No module of `lambdas/` is too large, and no two of its files export the same name.
 */
import { globSync, readFileSync } from 'node:fs';
import { modules, whyRefused } from './borders.ts';
import { circlesIn, exportsIn, importsOf } from './import-graph.ts';
import { largeModules, reachableFrom, sharedNames } from './measures.ts';
import { readWorkspaces, whyOutside, whyUnlisted } from './workspaces.ts';

const files = globSync(
  [
    '{bench,bin,client,contract,ctl,docs,examples,lambdas,lib,local,panel,scripts,test}/**/*.{ts,tsx}',
    'docs/.vitepress/{,markdown/,theme/}*.ts',
  ],
  { exclude: ['**/node_modules', '**/*.d.ts'] },
);
const workspaces = readWorkspaces();
const graph = importsOf(files, workspaces);
const isHandler = (file: string): boolean =>
  file.startsWith('lambdas/') && /^export (const|async function) handler\b/m.test(readFileSync(file, 'utf8'));

/** The most files of delivery, pacing and sending that somebody reads who follows an event, types included. */
const MAX_WAY = 40;

const problems: string[] = [];
for (const [file, imports] of graph) {
  for (const { name, isOurs, specifier } of imports) {
    const reason =
      whyRefused(file, name, isOurs) ??
      (isOurs ? whyOutside(file, specifier, name, workspaces) : undefined) ??
      whyUnlisted(file, specifier, workspaces);
    if (reason !== undefined) problems.push(`${file} imports ${name}. ${reason}`);
    else if (isOurs && graph.has(name) && file.startsWith('lambdas/') && isHandler(name))
      problems.push(`${file} imports ${name}. A handler is imported by nobody.`);
  }
}
for (const circle of circlesIn(graph)) problems.push(`A circle: ${circle.join(' → ')}`);
const unknown = new Set(files.filter((file) => file.startsWith('lambdas/')).map((file) => file.split('/')[1] ?? ''));
for (const module of [...unknown].filter((name) => !modules.some((known) => known === name)))
  problems.push(`lambdas/${module}/ has no place in the order of modules (scripts/imports/borders.ts).`);

const ofLambdas = files.filter((file) => file.startsWith('lambdas/'));
const textOf = (file: string): string => readFileSync(file, 'utf8');
for (const module of largeModules(new Map(ofLambdas.map((file) => [file, textOf(file).split('\n').length]))))
  problems.push(`lambdas/${module}/ has more than a fifth of all lines of lambdas/.`);
const way = [...reachableFrom(graph, 'lambdas/delivery/sign-and-send.ts')];
const wayOfEvents = way.filter((file) => /^lambdas\/(delivery|pacing|sending)\//.test(file));
if (wayOfEvents.length > MAX_WAY)
  problems.push(`From a queue to a receiver and its retry there are ${wayOfEvents.length} files, not ${MAX_WAY}.`);
const named = [...ofLambdas, ...files.filter((file) => file.startsWith('contract/'))];
const names = new Map(named.map((file) => [file, exportsIn(file, textOf(file)).filter((name) => name !== 'handler')]));
for (const [name, of] of sharedNames(names)) problems.push(`${of.join(' and ')} both export ${name}.`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
