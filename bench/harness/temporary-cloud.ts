/** A local cloud for one benchmark: in memory, in a process of its own, gone when the benchmark ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnCloud, startOwnCloud } from '../../testing/own-cloud.ts';

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

/** Creates a folder, passes its path to `work`, and removes it in any case. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sps-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
