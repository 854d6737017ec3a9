/** Functions in one process that lives on between calls, as in Lambda. */
import * as v from 'valibot';
import { startChild } from '../child.ts';

/** Calls of every handler in turns: the event as JSON, and the number of calls. */
export const Calls = v.object({ event: v.string(), count: v.number() });

/** The time of each call of one handler, the processor time of all of them together, and the last response. */
const Called = v.object({ milliseconds: v.array(v.number()), cpuMilliseconds: v.number(), response: v.unknown() });
export type Called = v.InferOutput<typeof Called>;

export interface WarmFunctions {
  /** Calls each handler `count` times, in turns. The results are in the order of the bundles. */
  call(event: object, count: number): Promise<readonly Called[]>;
  stop(): Promise<void>;
}

/** Loads bundles, given by their paths. */
export async function startWarm(
  bundles: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<WarmFunctions> {
  const { ask, stop } = await startChild('functions/warm-process.ts', { input: bundles, environment });
  return {
    call: async (event, count) => v.parse(v.array(Called), await ask({ event: JSON.stringify(event), count })),
    stop,
  };
}
