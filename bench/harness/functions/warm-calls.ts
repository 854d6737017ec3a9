/** Calls of two handlers in turns, in a process of their own that has called them often before. */
import * as v from 'valibot';
import { startChild } from '../child.ts';
import { assertSameAnswer } from './answers.ts';
import type { Comparison } from './bundles.ts';

export type Handler = (event: unknown, context: object) => Promise<unknown>;

/** Milliseconds of each call. */
const Times = v.object({ ours: v.array(v.number()), reference: v.array(v.number()) });
export type Times = v.InferOutput<typeof Times>;

const Answers = v.object({ ours: v.unknown(), reference: v.unknown() });
export type Answers = v.InferOutput<typeof Answers>;

const Report = v.object({ times: Times, answers: Answers });

const WARM_UP = 200;
const CALLS = 500;

/** Calls our function and its reference in turns. Throws where they answer differently. */
export async function timesOfWarmCalls(
  { name, ours, reference, event, status }: Comparison,
  environment: Readonly<Record<string, string>>,
): Promise<Times> {
  const child = startChild('functions/warm-process.ts', { args: [ours, reference], environment });
  try {
    await child.next();
    const work = { calls: CALLS, warmUp: WARM_UP, event: JSON.stringify(event) };
    const { answers, times } = v.parse(Report, await child.ask(work));
    assertSameAnswer(name, status, answers.ours, answers.reference);
    return times;
  } finally {
    await child.stop();
  }
}
