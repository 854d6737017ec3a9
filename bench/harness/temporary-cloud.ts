/** A local cloud for one benchmark, in memory and in a process of its own; and calls of it. Quick forms share one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type OwnCloud, type OwnCloudOptions, startOwnCloud } from '../../testing/own-cloud.ts';
import type { Client } from '../../testing/service.ts';
import type { Run } from './benchmark.ts';
import { type Behaviour, type Receivers, startReceivers } from './receivers.ts';

type CloudRun = Run & Pick<OwnCloudOptions, 'forLoad'>;

const quickForms = new AsyncDisposableStack();
let shared: Promise<OwnCloud> | undefined;

/** Starts one, passes it to `work`, and stops it in any case; a quick form gets the one that all of them share. */
export async function inTemporaryCloud<T>(run: CloudRun, work: (cloud: OwnCloud) => Promise<T>): Promise<T> {
  if (run.quick) {
    shared ??= startCloud(quickForms);
    return await work(await shared);
  }
  await using resources = new AsyncDisposableStack();
  return await work(await startCloud(resources, run.forLoad));
}

/** Stops the local cloud that quick forms have shared, each with networks of its own. */
export const stopShared = (): Promise<void> => quickForms.disposeAsync();

/** The same, with receivers of that behaviour beside it. */
export async function inCloudWithReceivers<T>(
  run: CloudRun,
  behaviours: readonly Behaviour[],
  work: (cloud: OwnCloud, receivers: Receivers) => Promise<T>,
): Promise<T> {
  await using resources = new AsyncDisposableStack();
  const receivers = await startReceivers(behaviours);
  resources.defer(() => receivers.stop());
  return await inTemporaryCloud(run, (cloud) => work(cloud, receivers));
}

/** Creates a folder, passes its path to `work`, and removes it in any case. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await using resources = new AsyncDisposableStack();
  return await work(createFolder(resources));
}

async function startCloud(resources: AsyncDisposableStack, forLoad = false): Promise<OwnCloud> {
  const cloud = await startOwnCloud({ data: createFolder(resources), inMemory: true, forLoad });
  resources.defer(() => cloud.stop());
  return cloud;
}

function createFolder(resources: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'sps-bench-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Creates a webhook, for every event by default, and returns its id. */
export async function createWebhook(
  admin: Client,
  webhook: { readonly url: string; readonly enabled?: boolean; readonly events?: readonly string[] },
): Promise<string> {
  const body = await succeed(admin('POST', '/webhooks', webhook));
  return v.parse(v.object({ webhookId: v.string() }), body).webhookId;
}

/** The body of a response. Throws if the response is an error. */
export async function succeed(response: ReturnType<Client>): Promise<unknown> {
  const { status, text, body } = await response;
  if (status >= 400) throw new Error(`The service responded with ${status}: ${text}`);
  return body;
}
