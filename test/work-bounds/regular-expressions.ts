/** Regular expressions of source files, and texts on which they backtrack. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { babelParse } from 'vue/compiler-sfc';
import fc from '../support/fast-check.ts';
import { leastMilliseconds } from './processor-time.ts';

/** The literals of a file, and whether it makes others at runtime. */
export interface Expressions {
  readonly literals: readonly RegExp[];
  readonly makesOthers: boolean;
}

const Node = v.looseObject({ type: v.string() });
const Literal = v.object({ type: v.literal('RegExpLiteral'), pattern: v.string(), flags: v.string() });
const Made = v.object({
  type: v.picklist(['NewExpression', 'CallExpression']),
  callee: v.object({ type: v.literal('Identifier'), name: v.literal('RegExp') }),
});

/** Reads the regular expressions of a TypeScript file. */
export function expressionsOf(file: string): Expressions {
  const plugins = [
    'typescript',
    'explicitResourceManagement',
    ...(file.endsWith('.tsx') ? ['jsx' as const] : []),
  ] as const;
  const literals: RegExp[] = [];
  let makesOthers = false;
  const rest: unknown[] = [
    babelParse(readFileSync(file, 'utf8'), { sourceType: 'module', plugins: [...plugins] }).program,
  ];
  while (rest.length > 0) {
    const node = rest.pop();
    if (Array.isArray(node)) rest.push(...node);
    if (!v.is(Node, node)) continue;
    if (v.is(Literal, node)) literals.push(new RegExp(node.pattern, node.flags));
    makesOthers ||= v.is(Made, node);
    rest.push(...Object.values(node));
  }
  return { literals, makesOthers };
}

/** Characters of texts that are tried, besides those of the expression. */
const USUAL = [...'aA0 \n"\\.-_/=,:', 'é', '\u0001'];
/** What may follow, so that a match fails at the end. */
const ENDS = ['', '\u0000', 'a'];
/** Strings that match, for beginnings and what is repeated in them. */
const SAMPLES = 4;
/** Characters of the texts: so many more each time that what backtracks exponentially is found before it takes hours. */
const SHORT = [24, 48, 96, 200, 400];
const [MIDDLE, LONG] = [2_000, 16_000];
/** Milliseconds that are too many for a short text and a long one, and suspicious for one between. */
const MOST = { short: 2, middle: 0.5, long: 5 };

/** A text on which an expression takes more than linear time, as far as a search finds one. */
export async function dearText(expression: RegExp): Promise<string | undefined> {
  const all = new RegExp(expression.source, [...new Set([...expression.flags, 'g'])].join(''));
  const run = (text: string) => () => text.replaceAll(all, '');
  for (const make of attacksOn(expression)) {
    for (const length of SHORT) if (await takes(run(make(length)), MOST.short)) return make(length);
    if (quickly(run(make(MIDDLE))) <= MOST.middle) continue;
    if (await takes(run(make(LONG)), MOST.long)) return make(SHORT.length);
  }
  return undefined;
}

/** Whether it takes longer, each time. */
const takes = async (run: () => unknown, milliseconds: number): Promise<boolean> =>
  quickly(run) > milliseconds && (await leastMilliseconds(() => run, milliseconds)) > milliseconds;

function quickly(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** Makers of texts of some length: a beginning, what is repeated, and an end. */
function* attacksOn(expression: RegExp): Generator<(length: number) => string> {
  const samples = matching(expression);
  const beginnings = new Set(['', ...samples.flatMap((text) => [text.slice(0, text.length / 2), text.slice(0, -1)])]);
  const pairs = samples.flatMap((text) => [
    text.slice(0, 2),
    `${text.slice(0, 2)}a`,
    text.slice(-2),
    text.slice(text.length / 2, text.length / 2 + 3),
  ]);
  const own = [...expression.source].filter((character) => !'()[]{}|*+?^$'.includes(character));
  const repeated = [...new Set([...USUAL, ...own, ...pairs])].filter(Boolean);
  for (const begin of beginnings)
    for (const part of repeated)
      for (const end of ENDS)
        yield (length) => begin + part.repeat(Math.max(1, (length - begin.length) / part.length)) + end;
}

/** Short texts that match, where the library can make them. */
function matching(expression: RegExp): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(expression), { numRuns: SAMPLES, seed: 1 }).map((text) => text.slice(0, 40));
  } catch {
    return [];
  }
}
