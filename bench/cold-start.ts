/**
 * The first response of a new process: the bundle of some functions, and the same operation written by hand with the
 * AWS clients only (references.ts), bundled with the same settings. AWS is a stub that responds at once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import * as v from 'valibot';
import { type Measure, median, type Row, rounded } from './harness/benchmark.ts';
import { assertSameResponse, comparedFunctions } from './harness/functions/comparisons.ts';

export const measure: Measure = (run) =>
  comparedFunctions(async ({ name, ours, reference, event, environment, folder }) => {
    const runner = await bundledRunner(folder);
    const start = (bundle: string) => firstResponse([runner, bundle, JSON.stringify(event)], environment);
    const turns: Turn[] = [];
    while (turns.length < (run.quick ? 1 : 20)) {
      const turn = { byHand: await start(reference), ours: await start(ours) };
      assertSameResponse(name, turn.ours.response, turn.byHand.response);
      turns.push(turn);
    }
    return rowOf(name, turns);
  });

/** As plain JavaScript, so that no time goes into stripping types. */
async function bundledRunner(folder: string): Promise<string> {
  const outfile = join(folder, 'first-response.mjs');
  const entryPoints = [join(import.meta.dirname, 'harness/functions/first-response.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}

interface FirstResponse {
  readonly response?: unknown;
  /** From the start of the process to its response. */
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
}

/** One process of each side, one after the other. */
interface Turn {
  readonly ours: FirstResponse;
  readonly byHand: FirstResponse;
}

const Written = v.object({ response: v.unknown(), processorMilliseconds: v.number() });

async function firstResponse(args: readonly string[], env: Record<string, string>): Promise<FirstResponse> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const responded = once(child.stdout, 'readable').then(() => performance.now() - start);
  const written = text(child.stdout);
  const milliseconds = await responded;
  await ended;
  return { milliseconds, ...v.parse(Written, JSON.parse(await written)) };
}

function rowOf(name: string, turns: readonly Turn[]): Row {
  const ratioOf = (figure: 'milliseconds' | 'processorMilliseconds') =>
    median(turns.map(({ ours, byHand }) => ours[figure] / byHand[figure]));
  return {
    name,
    figure: median(turns.map(({ ours }) => ours.milliseconds)),
    unit: 'ms',
    ratio: ratioOf('milliseconds'),
    reference: 'by hand',
    aim: '<= 1.15',
    note: `ratio of processor time ${rounded(ratioOf('processorMilliseconds'))}`,
  };
}
