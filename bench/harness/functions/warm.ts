/** Bundles in one process that lives on between calls, as in Lambda. */
import { createRequire } from 'node:module';
import * as v from 'valibot';
import { childInput, serveParent, startChild } from '../processes.ts';

/** Calls of every handler in turns: the event as JSON, and the number of calls. */
const Calls = v.object({ event: v.string(), count: v.number() });

/** The time of each call of one handler and its processor time, and the last response. */
const Called = v.object({
  milliseconds: v.array(v.number()),
  processorMilliseconds: v.array(v.number()),
  response: v.unknown(),
});
export type Called = v.InferOutput<typeof Called>;

export type WarmFunctions = Awaited<ReturnType<typeof startWarm>>;

/** Loads bundles, given by their paths. */
export async function startWarm(bundles: readonly string[], environment: Record<string, string>) {
  const child = await startChild(import.meta.filename, { input: bundles, environment });
  return {
    ...child,
    /** Calls each handler `count` times, in turns. The results are in the order of the bundles. */
    call: async (event: object, count: number): Promise<readonly Called[]> =>
      v.parse(v.array(Called), await child.ask({ event: JSON.stringify(event), count })),
  };
}

/** A log line is formatted, as Lambda's runtime does, and dropped. */
const dropped = (...values: unknown[]): void => void JSON.stringify({ level: 'INFO', values });

type Handler = (event: unknown, context: object) => Promise<unknown>;

if (import.meta.main) {
  for (const method of ['info', 'warn', 'error'] as const) console[method] = dropped;
  const load = createRequire(import.meta.url);
  const handlers = v.parse(v.array(v.string()), childInput()).map((bundle): Handler => load(bundle).handler);
  serveParent({}, async (message) => {
    const { event, count } = v.parse(Calls, message);
    const called = handlers.map((): Called => ({ milliseconds: [], processorMilliseconds: [], response: undefined }));
    for (let n = 0; n < count; n++) {
      for (const [index, handler] of handlers.entries()) {
        const [start, used] = [performance.now(), process.cpuUsage()];
        const response = await handler(JSON.parse(event), { awsRequestId: 'request-1' });
        const { user, system } = process.cpuUsage(used);
        const of = called[index];
        of?.milliseconds.push(performance.now() - start);
        of?.processorMilliseconds.push((user + system) / 1_000);
        Object.assign(of ?? {}, { response });
      }
    }
    return called;
  });
}
