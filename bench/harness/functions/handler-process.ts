/**
 * A function's process, warm, as Lambda keeps it: its argument is the bundle, each message an event. It answers how long the
 * handler took, and what it answered. It ends with its parent.
 */
import { createRequire } from 'node:module';

for (const method of ['info', 'warn', 'error'] as const) {
  console[method] = (...values: unknown[]): void => void JSON.stringify({ level: method, values });
}
const { handler } = createRequire(import.meta.url)(process.argv[2] ?? '');

process.on('disconnect', () => process.exit());
process.on('message', (event) => void call(event));
process.send?.('ready');

async function call(event: unknown): Promise<void> {
  const began = performance.now();
  const answer: unknown = await handler(event, { awsRequestId: 'request-1' });
  process.send?.({ milliseconds: performance.now() - began, answer });
}
