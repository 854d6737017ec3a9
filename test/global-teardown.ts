/** Ends what global-setup.ts started. */
import { rmSync } from 'node:fs';
import { weatherLines } from './support/local-cloud-process.ts';

export default async function globalTeardown(): Promise<void> {
  const shared = globalThis.sharedLocalCloud;
  if (shared === undefined) return;
  await shared.process.end('SIGTERM');
  process.stdout.write(weatherLines(shared.process.output()));
  rmSync(shared.data, { recursive: true, force: true, maxRetries: 5 });
}
