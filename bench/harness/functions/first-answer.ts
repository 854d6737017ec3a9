/**
 * A new process up to its first answer, as Lambda's runtime for Node.js would get there: loads the bundle that its first
 * argument names, calls its handler with the event in the second one, and writes the answer as JSON, with the processor time
 * that it took. Like that runtime it has Node's HTTP client loaded before, by `require`. Log lines are made, as the runtime
 * makes them, and dropped.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

createRequire(import.meta.url)('node:http');

const [bundle = '', event = ''] = process.argv.slice(2);
for (const method of ['info', 'warn', 'error'] as const) {
  console[method] = (...values: unknown[]): void => void JSON.stringify({ level: method, values });
}
const { handler } = await import(pathToFileURL(bundle).href);
const answer = await handler(JSON.parse(event), { awsRequestId: 'request-1' });
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ answer, processorMilliseconds: (user + system) / 1_000 }), () => process.exit());
