/**
 * Starts the one local cloud that all test files share: a real process, in memory, on a free port.
 *
 * `SPS_WEATHER` (calm, aws or storm) and `SPS_SEED` set its weather.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type LocalCloudProcess,
  startLocalCloudProcess,
  weatherArguments,
  weatherLine,
} from '../testing/local-cloud-process.ts';
import { cloudVariables, EMBED_ORIGIN } from '../testing/service.ts';

declare global {
  /** For global-teardown.ts, which runs in the same process. */
  var sharedLocalCloud: { readonly process: LocalCloudProcess; readonly data: string } | undefined;
}

export default async function globalSetup(): Promise<void> {
  // Mutation testing has started it for all its runs.
  if (process.env[cloudVariables.url] !== undefined) return;
  // One seed for every local cloud of the run.
  process.env['SPS_SEED'] ??= String(randomInt(1_000_000));
  const data = mkdtempSync(join(tmpdir(), 'sps-cloud-'));
  const process_ = await startLocalCloudProcess(['--port', '0', '--in-memory', '--data', data, ...weatherArguments()], {
    SPS_EMBED_ORIGINS: EMBED_ORIGIN,
  }).catch((error: Error) => {
    throw new Error(`The tests need a local cloud, and it did not start:\n${error.message}`);
  });
  process.stdout.write(weatherLine(process_.output()));
  globalThis.sharedLocalCloud = { process: process_, data };
  process.env[cloudVariables.url] = process_.url;
  process.env[cloudVariables.data] = data;
}
