/** Ends what global-setup.ts started. */
import { rmSync } from 'node:fs';

export default async function globalTeardown(): Promise<void> {
  const shared = globalThis.sharedLocalCloud;
  if (shared === undefined) return;
  await shared.process.end('SIGTERM');
  rmSync(shared.data, { recursive: true, force: true, maxRetries: 5 });
}
