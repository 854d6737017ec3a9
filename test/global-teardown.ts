/** Ends what global-setup.ts started. */
import { rmSync } from 'node:fs';
import { eventually, isCalm } from '../testing/eventually.ts';
import { weatherReport } from '../testing/local-cloud-process.ts';

export default async function globalTeardown(): Promise<void> {
  const shared = globalThis.sharedLocalCloud;
  if (shared === undefined) return;
  await shared.process.end('SIGTERM');
  if (!isCalm) process.stdout.write(await eventually(() => weatherReport(shared.process.output())));
  rmSync(shared.data, { recursive: true, force: true, maxRetries: 5 });
}
