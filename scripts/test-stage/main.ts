/**
 * `npm run test:stage -- [--env <stage> [--prefix <prefix>] | --data <folder>] [--receivers-at <URL>]
 * [--receivers-port <port>] [paths]`: runs the end-to-end tests (test/e2e) against a deployed stage, or a running local cloud of which they know no more than of
 * one. They make networks of their own, which are removed at the end; the events, the log of deliveries and the audit
 * trail of these expire.
 *
 * `--known-differences` names a file with tests that fail against an emulator of others for its own faults, with reasons.
 *
 * Tests that need more are skipped, and listed with what they need. Receivers run on this machine: a stage reaches them
 * where `--receivers-at` is a public URL that is forwarded to a local port, 8787 by default.
 *
 * Exit codes: 0 if what has run has passed, 1 if not, 2 for wrong arguments.
 */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  apiUrlOf,
  type Connection,
  connectTo,
  PANEL_URL,
  type Service,
} from '@social-platform-services/ctl/connection';
import { describeError } from '@social-platform-services/ctl/describe-error';
import { removeNetwork } from '@social-platform-services/ctl/remove-network';
import { findService } from '@social-platform-services/ctl/service';
import { buildArgv, runCLI } from 'jest';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { NetworkNotFoundError } from '../../lambdas/auth/networks-table.ts';
import { type StageConfig, stages } from '../../lib/config.ts';
import { knownPanelUrl } from '../../lib/constructs/panel-host.ts';
import { fullName, type StageNames } from '../../lib/stage-names.ts';
import { RECEIVERS, type Receivers, startMultiplexer } from '../../test/support/receivers/public-urls.ts';
import { madeIn, TESTED_SERVICE, type TestedService } from '../../test/support/tested-service.ts';
import { type TestArguments, testArguments } from './arguments.ts';
import { KnownDifferences, summaryOf } from './summary.ts';

/** Networks that are removed at once. */
const REMOVED_AT_ONCE = 4;

/** Runs the tests, removes what they made, and returns the exit code. */
async function testStage(options: TestArguments): Promise<number> {
  const service = await findService(options, 'data', 'service');
  const folder = mkdtempSync(join(tmpdir(), 'sps-test-stage-'));
  const made = join(folder, 'made');
  writeFileSync(made, '');
  const known = options.known === undefined ? {} : knownDifferences(options.known);
  const receivers = receiversOf(options);
  process.env[TESTED_SERVICE] = JSON.stringify(testedService(service, options, made));
  process.env[RECEIVERS] = JSON.stringify(receivers);
  // AWS does what the injected faults do: tests have to be as patient, and take repeated messages.
  process.env['SPS_FAULTS'] ??= 'aws';
  process.env['NODE_ENV'] ??= 'test';
  const multiplexer =
    receivers.kind === 'public' ? await startMultiplexer(receivers.key, options.receiversPort) : undefined;
  const interrupted = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.resolve(undefined));
  try {
    const argv = await buildArgv(['--verbose', '--maxWorkers=2', ...options.jest]);
    const run = runCLI({ ...argv, selectProjects: ['integration'], testPathPatterns: options.paths }, ['.']);
    const results = (await Promise.race([run, interrupted.promise]))?.results;
    const { text, hasPassed } = summaryOf(results, known);
    console.log(text);
    const isRemoved = await removeMade(connectTo(service), readFileSync(made, 'utf8'));
    return hasPassed && isRemoved ? 0 : 1;
  } finally {
    multiplexer?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the file. Throws if it is no record of reasons. */
const knownDifferences = (file: string): KnownDifferences =>
  v.parse(v.pipe(v.string(), v.parseJson(), KnownDifferences), readFileSync(file, 'utf8'));

function receiversOf({ env, receiversAt }: TestArguments): Receivers {
  if (receiversAt !== undefined) return { kind: 'public', base: receiversAt, key: randomBytes(32).toString('hex') };
  return { kind: env === undefined ? 'loopback' : 'none' };
}

/** What tests get to know. */
function testedService(service: Service, { env, prefix, data }: TestArguments, made: string): TestedService {
  const { region, endpoints, credentials, outputs } = service;
  const panelUrl = env === undefined ? outputs[PANEL_URL] : panelUrlOf({ name: env, prefix });
  return {
    url: apiUrlOf(service),
    region,
    outputs,
    ...(endpoints && { endpoints: { dynamodb: endpoints.dynamodb } }),
    ...(credentials && { credentials }),
    ...(panelUrl !== undefined && { panelUrl }),
    choice: env === undefined ? ['--data', data] : ['--env', env, '--prefix', prefix],
    made,
  };
}

/** The panel's URL by the settings of this repository: those of another app are not known here. */
function panelUrlOf(stage: StageNames): string | undefined {
  const known: readonly StageConfig[] = Object.values(stages);
  const config = known.find((one) => fullName(one) === fullName(stage));
  return config && knownPanelUrl(config.panel);
}

/** Removes all networks that tests have made, and says which could not be removed. */
async function removeMade(connection: Connection, text: string): Promise<boolean> {
  const networks = [...madeIn(text)];
  console.log(`Networks: ${networks.map(([network]) => network).join(' ')}`);
  let isRemoved = true;
  const remove = async (): Promise<void> => {
    for (let next = networks.pop(); next !== undefined; next = networks.pop()) {
      const [network, users] = next;
      try {
        const ids = [...users].map((userId) => v.parse(UserId, userId));
        await removeNetwork(connection, v.parse(NetworkId, network), ids);
      } catch (error) {
        if (error instanceof NetworkNotFoundError) continue;
        isRemoved = false;
        console.log(`The network ${network} could not be removed: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, remove));
  connection.client.destroy();
  if (isRemoved) console.log('All networks of the tests are removed.');
  return isRemoved;
}

if (import.meta.main) {
  const parsed = testArguments(process.argv.slice(2));
  if ('problem' in parsed) {
    console.error(parsed.problem);
    process.exitCode = 2;
  } else {
    process.exitCode = await testStage(parsed).catch(async (error: unknown) => {
      console.error(await describeError(error, parsed));
      return 1;
    });
    // What a signal has interrupted would go on.
    process.exit();
  }
}
