/**
 * Starts the one local cloud that all test files share: a real process, in memory, on a free port.
 *
 * `SPS_FAULTS` (off, aws or heavy) and `SPS_SEED` set its fault injection.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  faultArguments,
  faultLine,
  type LocalCloudProcess,
  startLocalCloudProcess,
} from './support/local-cloud-process.ts';
import { cloudVariables, EMBED_ORIGIN } from './support/service.ts';
import { namedService } from './support/tested-service.ts';

declare global {
  /** For global-teardown.ts, which runs in the same process. */
  var sharedLocalCloud: { readonly process: LocalCloudProcess; readonly data: string } | undefined;
}

export default async function globalSetup(): Promise<void> {
  // Mutation testing has started it for all its runs, and npm run test:stage names another service.
  if (process.env[cloudVariables.url] !== undefined || namedService() !== undefined) return;
  // One seed for every local cloud of the run.
  process.env['SPS_SEED'] ??= String(randomInt(1_000_000));
  const data = mkdtempSync(join(tmpdir(), 'sps-cloud-'));
  const process_ = await startLocalCloudProcess(['--port', '0', '--in-memory', '--data', data, ...faultArguments()], {
    SPS_EMBED_ORIGINS: EMBED_ORIGIN,
  }).catch((error: Error) => {
    throw new Error(`The tests need a local cloud, and it did not start:\n${error.message}`);
  });
  process.stdout.write(faultLine(process_.output()));
  globalThis.sharedLocalCloud = { process: process_, data };
  process.env[cloudVariables.url] = process_.url;
  process.env[cloudVariables.data] = data;
}
