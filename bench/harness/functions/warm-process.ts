/**
 * The process of bench/handler.ts: loads the two bundles that its arguments name, calls their handlers in turns with one
 * event, and sends how long each call took, in milliseconds. Log lines are made, as Lambda's runtime makes them, and dropped.
 */
import * as v from 'valibot';
import type { Answers, Handler, Times } from './warm-calls.ts';

const Work = v.object({ calls: v.number(), warmUp: v.number(), event: v.string() });

const [ours = '', reference = ''] = process.argv.slice(2);
for (const method of ['info', 'warn', 'error'] as const) {
  console[method] = (...values: unknown[]): void => void JSON.stringify({ level: method, values });
}
const [handleOurs, handleReference] = await Promise.all([handlerOf(ours), handlerOf(reference)]);

process.on('disconnect', () => process.exit());
process.on('message', (message) => void work(message));
process.send?.('ready');

async function handlerOf(bundle: string): Promise<Handler> {
  const { handler }: { readonly handler: Handler } = await import(bundle);
  return handler;
}

async function work(message: unknown): Promise<void> {
  const { calls, warmUp, event } = v.parse(Work, message);
  const call = (handler: Handler) => handler(JSON.parse(event), { awsRequestId: 'request-1' });
  const answers: Answers = { ours: await call(handleOurs), reference: await call(handleReference) };
  const times: Times = { ours: [], reference: [] };
  for (let n = 0; n < warmUp + calls; n++) {
    const start = performance.now();
    await call(handleReference);
    const between = performance.now();
    await call(handleOurs);
    const end = performance.now();
    if (n < warmUp) continue;
    times.reference.push(between - start);
    times.ours.push(end - between);
  }
  process.send?.({ answers, times });
}
