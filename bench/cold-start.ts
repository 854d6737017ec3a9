/**
 * The first answer of a new process: each route's bundle against the same operation hand-written with the AWS clients alone
 * (bench/references), bundled with the same settings. AWS is a stub that answers at once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import * as v from 'valibot';
import { assertSameAnswer } from './harness/functions/answers.ts';
import { bundledComparisons, type Comparison } from './harness/functions/bundles.ts';
import { startStub } from './harness/functions/stub.ts';
import type { Measure, Row } from './harness/row.ts';
import { median, rounded } from './harness/statistics.ts';
import { inTemporaryFolder } from './harness/temporary-cloud.ts';

const RUNS = 20;
const AIM = '<= 1.15';

export const measure: Measure = (progress) =>
  inTemporaryFolder(async (folder) => {
    const comparisons = await bundledComparisons(folder);
    const runner = await bundledRunner(folder);
    const stub = await startStub();
    try {
      const rows: Row[] = [];
      for (const comparison of comparisons) {
        rows.push(await measured(comparison, runner, stub.environment));
        progress(`${comparison.name} is measured`);
      }
      const [worst] = rows.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
      if (worst === undefined) throw new Error('There is no route.');
      return [{ ...worst, name: `worst: ${worst.name}`, aim: AIM }, ...rows];
    } finally {
      await stub.stop();
    }
  });

/** As a file of plain JavaScript, so that no time goes into stripping types. */
async function bundledRunner(folder: string): Promise<string> {
  const outfile = join(folder, 'first-answer.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'harness/functions/first-answer.ts')],
    outfile,
    format: 'esm',
  });
  return outfile;
}

async function measured(
  { name, ours, reference, event, status }: Comparison,
  runner: string,
  environment: Readonly<Record<string, string>>,
): Promise<Row> {
  const start = (bundle: string) => firstAnswer([runner, bundle, JSON.stringify(event)], environment);
  assertSameAnswer(name, status, (await start(ours)).answer, (await start(reference)).answer);
  const pairs: { readonly byHand: FirstAnswer; readonly ours: FirstAnswer }[] = [];
  for (let run = 0; run < RUNS; run++) pairs.push({ byHand: await start(reference), ours: await start(ours) });
  const ratioOf = (figure: 'milliseconds' | 'processorMilliseconds') =>
    rounded(median(pairs.map((pair) => pair.ours[figure] / pair.byHand[figure])));
  return {
    name,
    figure: rounded(median(pairs.map((pair) => pair.ours.milliseconds))),
    unit: 'ms',
    ratio: ratioOf('milliseconds'),
    reference: 'by hand',
    note: `ratio of processor time ${ratioOf('processorMilliseconds')}`,
  };
}

interface FirstAnswer {
  readonly answer: unknown;
  /** From the start of the process to its answer. */
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
}

const Written = v.object({ answer: v.unknown(), processorMilliseconds: v.number() });

async function firstAnswer(args: readonly string[], env: Readonly<Record<string, string>>): Promise<FirstAnswer> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const answered = once(child.stdout, 'readable').then(() => performance.now() - start);
  const written = text(child.stdout);
  const milliseconds = await answered;
  await ended;
  return { milliseconds, ...v.parse(Written, JSON.parse(await written)) };
}
