/**
 * The first response of a new process: the bundle of one function of each kind, and the same operation written by hand with
 * the AWS clients only (bench/references), bundled with the same settings. AWS is a stub that responds at once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import * as v from 'valibot';
import { bundledComparisons, type Comparison } from './harness/functions/comparisons.ts';
import { assertSameResponse } from './harness/functions/same-response.ts';
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
      if (worst === undefined) throw new Error('There is nothing to compare.');
      return [{ ...worst, name: `worst: ${worst.name}`, aim: AIM }, ...rows];
    } finally {
      await stub.stop();
    }
  });

/** As plain JavaScript, so that no time goes into stripping types. */
async function bundledRunner(folder: string): Promise<string> {
  const outfile = join(folder, 'first-response.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'harness/functions/first-response.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  return outfile;
}

async function measured(
  { name, ours, reference, event, status }: Comparison,
  runner: string,
  environment: Readonly<Record<string, string>>,
): Promise<Row> {
  const start = (bundle: string) => firstResponse([runner, bundle, JSON.stringify(event)], environment);
  assertSameResponse(name, status, (await start(ours)).response, (await start(reference)).response);
  const pairs: { readonly byHand: FirstResponse; readonly ours: FirstResponse }[] = [];
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

interface FirstResponse {
  readonly response: unknown;
  /** From the start of the process to its response. */
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
}

const Written = v.object({ response: v.unknown(), processorMilliseconds: v.number() });

async function firstResponse(args: readonly string[], env: Readonly<Record<string, string>>): Promise<FirstResponse> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const responded = once(child.stdout, 'readable').then(() => performance.now() - start);
  const written = text(child.stdout);
  const milliseconds = await responded;
  await ended;
  return { milliseconds, ...v.parse(Written, JSON.parse(await written)) };
}
