/** The time until `npm start` is ready, and the requests a second that the local gateway serves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import type { Measure } from './harness/benchmark.ts';
import { median } from './harness/benchmark.ts';
import { inTemporaryFolder } from './harness/temporary-cloud.ts';

const CONNECTIONS = 10;
const FULL = { starts: 5, warmUp: 2_000, window: 5_000 };
const QUICK = { starts: 1, warmUp: 200, window: 500 };
const READY_WITHIN_MILLISECONDS = 90_000;

export const measure: Measure = ({ quick }) =>
  inTemporaryFolder(async (data) => {
    const { starts, warmUp, window } = quick ? QUICK : FULL;
    const first = await started(data, async ({ milliseconds }) => milliseconds);
    const later: number[] = [];
    let perSecond = Number.NaN;
    while (later.length < starts) {
      await started(data, async ({ url, milliseconds }) => {
        later.push(milliseconds);
        if (later.length === starts) perSecond = await requestsPerSecond(url, warmUp, window);
      });
    }
    return [
      { name: 'npm start, first time in a folder', figure: first, unit: 'ms to ready' },
      { name: 'npm start, later', figure: median(later), unit: 'ms to ready', aim: '<= 6000' },
      { name: 'GET /health', figure: perSecond, unit: 'requests/s', note: `${CONNECTIONS} connections` },
    ];
  });

interface Started {
  readonly url: string;
  /** From the command to the line `ready` in its output. */
  readonly milliseconds: number;
}

/** Starts `npm start`, waits until it is ready, runs `work`, and ends it. */
async function started<T>(data: string, work: (started: Started) => Promise<T>): Promise<T> {
  const began = performance.now();
  const npm = spawn('npm', ['start', '--', '--port', '0', '--data', data], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: READY_WITHIN_MILLISECONDS,
  });
  const ended = once(npm, 'exit');
  try {
    for await (const line of createInterface(npm.stdout)) {
      const [, url] = /^ready (\S+)$/.exec(line) ?? [];
      if (url !== undefined) return await work({ url, milliseconds: performance.now() - began });
    }
    throw new Error('npm start ended before it was ready.');
  } finally {
    npm.kill();
    await ended;
  }
}

/** Each connection sends the next request as soon as it has a response. */
async function requestsPerSecond(url: string, warmUp: number, window: number): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  try {
    await requestsWithin(pool, warmUp);
    return ((await requestsWithin(pool, window)) * 1_000) / window;
  } finally {
    await pool.close();
  }
}

async function requestsWithin(pool: Pool, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let served = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: '/health' });
      await body.text();
      if (statusCode !== 200) throw new Error(`The gateway responded with ${statusCode}.`);
      served++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return served;
}
