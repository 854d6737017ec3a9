/** What a benchmark works in: a local cloud in memory, in a process of its own, or a folder; and calls of the cloud. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type OwnCloud, startOwnCloud } from '../../test/support/own-cloud.ts';
import type { Client } from '../../test/support/service.ts';
import type { Run } from './benchmark.ts';

/** A new folder, which is removed with what is in it. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sps-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** What quick forms share, until the process ends its work. */
export const shared = new AsyncDisposableStack();
let sharedCloud: Promise<OwnCloud> | undefined;

/** Starts a local cloud; a quick form gets the one that all of them share, each with networks of its own. */
export async function temporaryCloud({ quick }: Run, forLoad = false): Promise<OwnCloud & AsyncDisposable> {
  if (quick) {
    sharedCloud ??= startCloud(shared);
    return { ...(await sharedCloud), [Symbol.asyncDispose]: async () => {} };
  }
  await using resources = new AsyncDisposableStack();
  const cloud = await startCloud(resources, forLoad);
  const own = resources.move();
  return { ...cloud, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

async function startCloud(resources: AsyncDisposableStack, forLoad = false): Promise<OwnCloud> {
  const { path: data } = resources.use(await temporaryFolder());
  const cloud = await startOwnCloud({ data, inMemory: true, faults: 'off', forLoad });
  resources.defer(() => cloud.stop());
  return cloud;
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
