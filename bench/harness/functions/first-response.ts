/**
 * A new process up to its first response, as in Lambda's runtime for Node.js: loads the bundle that the first argument
 * names, calls its handler with the event in the second one, and writes the response as JSON, with the processor time
 * used. Node's HTTP client is loaded before by `require`, as in that runtime.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// A log line is formatted, as that runtime does, and dropped.
const dropped = (...values: unknown[]): void => void JSON.stringify({ level: 'INFO', values });
for (const method of ['info', 'warn', 'error'] as const) console[method] = dropped;

createRequire(import.meta.url)('node:http');

const [bundle = '', event = ''] = process.argv.slice(2);
const { handler } = await import(pathToFileURL(bundle).href);
const response = await handler(JSON.parse(event), {
  awsRequestId: 'request-1',
  getRemainingTimeInMillis: () => 10_000,
});
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ response, processorMilliseconds: (user + system) / 1_000 }), () =>
  process.exit(),
);
