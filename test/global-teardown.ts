/** Ends what global-setup.ts started. */
import { rmSync } from 'node:fs';
import { eventually, isFaultless } from './support/eventually.ts';
import { faultReport } from './support/local-cloud-process.ts';
import { cloudVariables } from './support/service.ts';

export default async function globalTeardown(): Promise<void> {
  const shared = globalThis.sharedLocalCloud;
  if (shared === undefined) return;
  // Another run in this process starts one of its own.
  globalThis.sharedLocalCloud = undefined;
  for (const name of Object.values(cloudVariables)) delete process.env[name];
  await shared.process.end('SIGTERM');
  if (!isFaultless) process.stdout.write(await eventually(() => faultReport(shared.process.output())));
  rmSync(shared.data, { recursive: true, force: true, maxRetries: 5 });
}
