/** A local cloud for one benchmark: in memory, in a process of its own, gone when the benchmark ends; and calls of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type OwnCloud, startOwnCloud } from '../../testing/own-cloud.ts';
import type { Client } from '../../testing/service.ts';
import { type Behaviour, type Receivers, startReceivers } from './receivers.ts';

/** Starts one, passes it to `work`, and stops it in any case. */
export async function inTemporaryCloud<T>(work: (cloud: OwnCloud) => Promise<T>): Promise<T> {
  return await inTemporaryFolder(async (data) => {
    const cloud = await startOwnCloud({ data, inMemory: true });
    try {
      return await work(cloud);
    } finally {
      await cloud.stop();
    }
  });
}

/** The same, with receivers of that behaviour beside it. */
export async function inCloudWithReceivers<T>(
  behaviours: readonly Behaviour[],
  work: (cloud: OwnCloud, receivers: Receivers) => Promise<T>,
): Promise<T> {
  const receivers = await startReceivers(behaviours);
  try {
    return await inTemporaryCloud((cloud) => work(cloud, receivers));
  } finally {
    await receivers.stop();
  }
}

/** Creates a folder, passes its path to `work`, and removes it in any case. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sps-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
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
