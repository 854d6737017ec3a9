/**
 * The process of warm.ts: loads the bundles that its input lists. For each message it calls their handlers in turns with one
 * event, and replies with the times and the last response of each.
 */
import { createRequire } from 'node:module';
import * as v from 'valibot';
import { input, serveParent } from '../parent.ts';
import './dropped-logs.ts';
import { type Called, Calls } from './warm.ts';

type Handler = (event: unknown, context: object) => Promise<unknown>;

const load = createRequire(import.meta.url);
const handlers = v.parse(v.array(v.string()), input).map((bundle): Handler => load(bundle).handler);

serveParent('ready', async (message) => {
  const { event, count } = v.parse(Calls, message);
  const responses: unknown[] = [];
  const times = handlers.map((): number[] => []);
  const cpuMilliseconds = handlers.map(() => 0);
  for (let n = 0; n < count; n++) {
    for (const [index, handler] of handlers.entries()) {
      const cpuBefore = process.cpuUsage();
      const start = performance.now();
      responses[index] = await handler(JSON.parse(event), { awsRequestId: 'request-1' });
      times[index]?.push(performance.now() - start);
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuMilliseconds[index] = (cpuMilliseconds[index] ?? 0) + (user + system) / 1_000;
    }
  }
  return times.map(
    (milliseconds, index): Called => ({
      milliseconds,
      cpuMilliseconds: cpuMilliseconds[index] ?? 0,
      response: responses[index],
    }),
  );
});
