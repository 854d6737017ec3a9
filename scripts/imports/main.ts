/** `npm run check:imports`: no file imports what borders.ts does not allow, a handler, or itself by way of others. */
import { globSync, readFileSync } from 'node:fs';
import { rooms, whyRefused } from './borders.ts';
import { circlesIn, importsOf } from './import-graph.ts';

const files = globSync(
  '{bench,bin,client,contract,ctl,docs-site,examples,lambdas,lib,local,panel,scripts,test,testing}/**/*.{ts,tsx}',
  {
    exclude: ['**/node_modules', '**/*.d.ts'],
  },
);
const graph = importsOf(files);
const isHandler = (file: string): boolean =>
  file.startsWith('lambdas/') && /^export (const|async function) handler\b/m.test(readFileSync(file, 'utf8'));

const problems: string[] = [];
for (const [file, imports] of graph) {
  for (const { name, isOurs } of imports) {
    const reason = whyRefused(file, name, isOurs);
    if (reason !== undefined) problems.push(`${file} imports ${name}. ${reason}`);
    else if (isOurs && graph.has(name) && file.startsWith('lambdas/') && isHandler(name))
      problems.push(`${file} imports ${name}. A handler is imported by nobody.`);
  }
}
for (const circle of circlesIn(graph)) problems.push(`A circle: ${circle.join(' → ')}`);
const unknown = new Set(files.filter((file) => file.startsWith('lambdas/')).map((file) => file.split('/')[1] ?? ''));
for (const room of [...unknown].filter((name) => !rooms.some((known) => known === name)))
  problems.push(`lambdas/${room}/ has no place in the order of rooms (scripts/imports/borders.ts).`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
