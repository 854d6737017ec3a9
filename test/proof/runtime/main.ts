/**
 * `npm run proof:runtime [-- --quick] [--compiled]`: every bundle, or three of them, in a process with AWS's own client
 * of the Node runtime (aws-lambda-ric), which npm downloads. Each answers two events, writes nothing to stderr, and log
 * lines of the client's format or lines of metrics; and the client still does what the local cloud was made to do
 * (test/support/runtime-cases.ts). The tables are those of a local cloud. Exit code 1 where one fails.
 *
 * The client's addon, which only does HTTP, has to be compiled: with --compiled npm does that, for which it needs
 * cmake, make, g++ and some minutes. Without, rapid-client.ts stands in.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { createWebhook, temporaryFolder } from '../../../bench/harness/temporary-cloud.ts';
import { UserId } from '../../../contract/ids.ts';
import { bundleFolder, bundleFunctions } from '../../../lib/functions/bundle.ts';
import { type Handler, handlers } from '../../../lib/functions/handlers.ts';
import { startOwnCloud } from '../../support/own-cloud.ts';
import { comparable, runtimeCases, source } from '../../support/runtime-cases.ts';
import { emulatorVariables } from '../../support/service.ts';
import { eventsOf } from './events.ts';
import { serve } from './runtime-api.ts';
import { problemIn } from './verdict.ts';

const CLIENT = 'aws-lambda-ric@4.0.2';
/** A route, a reader of the stream and a signer. */
const QUICK: readonly Handler[] = ['block/block-user', 'delivery/fan-out', 'delivery/sign-and-send'];

const chosen = process.argv.includes('--quick') ? QUICK : handlers;
await using temporary = await temporaryFolder();
const folder = temporary.path;
const client = downloadClient(folder);
await compareCases(client, folder);
await bundleFunctions(handlers);
await using running = new AsyncDisposableStack();
const cloud = await startOwnCloud({ data: folder, inMemory: true, faults: 'off' });
running.defer(() => cloud.stop());
const networkId = await cloud.addNetwork('runtime');
// Without a webhook, fan-out measures nothing.
await createWebhook(await cloud.clientOf(networkId, 'admin'), { url: 'https://127.0.0.1:1024/' });
const caller = { networkId, userId: v.parse(UserId, 'ada'), role: 'user', lifetimeSeconds: 900 } as const;
const events = eventsOf(networkId, await mintToken(cloud.connection, caller));
const environment = { ...variablesIn(folder), ...emulatorVariables({ ...cloud, region: 'us-east-1' }) };
for (const handler of chosen) {
  const began = performance.now();
  const problem = await problemOf(client, handler, events[handler], environment);
  console.log(`${handler}: ${problem ?? `answers, after ${Math.round(performance.now() - began)} ms for two events`}`);
  if (problem !== undefined) process.exitCode = 1;
}

/** Downloads AWS's client, and returns the file that begins it. */
function downloadClient(folder: string): string {
  if (process.argv.includes('--compiled')) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ allowScripts: { 'aws-lambda-ric': true } }));
    execFileSync('npm', ['install', '--silent', '--prefix', folder, CLIENT], { stdio: 'ignore' });
    return join(folder, 'node_modules/aws-lambda-ric/index.mjs');
  }
  const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, CLIENT], { encoding: 'utf8' });
  execFileSync('tar', ['--extract', '--file', file.trim()], { cwd: folder });
  const addon = `export * from ${JSON.stringify(join(import.meta.dirname, 'rapid-client.ts'))};`;
  writeFileSync(join(folder, 'package/rapid-client.node.js'), addon);
  return join(folder, 'package/index.mjs');
}

/** Throws where the client does not do what the local cloud does. */
async function compareCases(client: string, folder: string): Promise<void> {
  writeFileSync(join(folder, 'index.cjs'), source);
  for (const { how, answer, line } of runtimeCases) {
    const { answers, lines } = await serve(client, { folder, environment: {} }, [{ how }]);
    const { trace: _, ...value } = v.parse(v.looseObject({}), answers[0]?.value);
    deepStrictEqual(
      { value, lines: lines.map(comparable) },
      { value: answer, lines: line === undefined ? [] : [line] },
    );
  }
}

/** The variables of all functions of the local cloud, with metrics. */
function variablesIn(folder: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(folder, 'sam-env.json'), 'utf8').replaceAll('host.docker.internal', '127.0.0.1');
  const ofFunctions = v.parse(v.record(v.string(), v.record(v.string(), v.string())), JSON.parse(text));
  return { ...Object.assign({}, ...Object.values(ofFunctions)), METRICS_NAMESPACE: 'sps-proof' };
}

/** What is wrong with a bundle; undefined if nothing is. */
async function problemOf(
  client: string,
  handler: Handler,
  event: object | undefined,
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  if (event === undefined) return 'has no event (test/proof/runtime/events.ts)';
  try {
    const served = await serve(client, { folder: bundleFolder(handler), environment }, [event, event]);
    return problemIn(handler, served);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
