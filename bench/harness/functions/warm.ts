/** Functions in one process that lives on between calls, as in Lambda: bundles, or modules that export a handler. */
import * as v from 'valibot';
import { childInput, serveParent, startChild } from '../processes.ts';

/** Calls of every handler in turns: the event as JSON, and the number of calls. */
const Calls = v.object({ event: v.string(), count: v.number() });

/** The time of each call of one handler and its processor time, and the last response. */
const Called = v.object({
  milliseconds: v.array(v.number()),
  processorMilliseconds: v.array(v.number()),
  response: v.optional(v.unknown()),
});
export type Called = v.InferOutput<typeof Called>;

const Once = v.tuple([
  v.object({
    milliseconds: v.tuple([v.number()]),
    processorMilliseconds: v.tuple([v.number()]),
    response: v.optional(v.unknown()),
  }),
]);
export interface OneCall {
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
  readonly response: unknown;
}

export type WarmFunctions = Awaited<ReturnType<typeof startWarm>>;

/** Loads functions, given by their paths. */
export async function startWarm(files: readonly string[], environment: Record<string, string>) {
  const child = await startChild(import.meta.filename, { input: files, environment });
  const call = async (event: object, count: number): Promise<readonly Called[]> =>
    v.parse(v.array(Called), await child.ask({ event: JSON.stringify(event), count }));
  return {
    ...child,
    /** Calls each handler `count` times, in turns. The results are in the order of the files. */
    call,
    /** Calls the only handler once. */
    once: async (event: object): Promise<OneCall> => {
      const [{ milliseconds, processorMilliseconds, response }] = v.parse(Once, await call(event, 1));
      return { milliseconds: milliseconds[0], processorMilliseconds: processorMilliseconds[0], response };
    },
  };
}

/** A log line is formatted, as Lambda's runtime does, and dropped. */
const dropped = (...values: unknown[]): void => void JSON.stringify({ level: 'INFO', values });

type Handler = (event: unknown, context: object) => Promise<unknown>;

if (import.meta.main) {
  for (const method of ['info', 'warn', 'error'] as const) console[method] = dropped;
  const files = v.parse(v.array(v.string()), childInput());
  const handlers = await Promise.all(files.map(async (file): Promise<Handler> => (await import(file)).handler));
  serveParent({}, async (message) => {
    const { event, count } = v.parse(Calls, message);
    const called = handlers.map((): Called => ({ milliseconds: [], processorMilliseconds: [], response: undefined }));
    for (let n = 0; n < count; n++) {
      for (const [index, handler] of handlers.entries()) {
        const [start, used] = [performance.now(), process.cpuUsage()];
        const response = await handler(JSON.parse(event), {
          awsRequestId: 'request-1',
          getRemainingTimeInMillis: () => 10_000,
        });
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
