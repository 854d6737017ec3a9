/** The time until `npm start` is ready, and the requests a second that the local gateway serves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import type { Measure, Progress } from './harness/row.ts';
import { median, rounded } from './harness/statistics.ts';
import { inTemporaryFolder } from './harness/temporary-cloud.ts';

const WARM_STARTS = 5;
const CONNECTIONS = 10;
const WARM_UP_MILLISECONDS = 2_000;
const WINDOW_MILLISECONDS = 5_000;
const READY_WITHIN_MILLISECONDS = 90_000;

export const measure: Measure = (progress) =>
  inTemporaryFolder(async (data) => {
    const first = await started(data, async ({ milliseconds }) => milliseconds);
    progress(`first start, with an empty folder: ${rounded(first)} ms`);
    const warm: number[] = [];
    for (let start = 0; start < WARM_STARTS; start++) {
      warm.push(await started(data, async ({ milliseconds }) => milliseconds));
    }
    progress(`later starts: ${warm.map((milliseconds) => rounded(milliseconds)).join(', ')} ms`);
    const perSecond = await started(data, ({ url }) => requestsPerSecond(url, progress));
    return [
      { name: 'npm start, first time in a folder', figure: rounded(first), unit: 'ms to ready' },
      { name: 'npm start, later', figure: rounded(median(warm)), unit: 'ms to ready', aim: '<= 6000' },
      { name: 'GET /health', figure: rounded(perSecond), unit: 'requests/s', note: `${CONNECTIONS} connections` },
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
async function requestsPerSecond(url: string, progress: Progress): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  try {
    await requestsWithin(pool, WARM_UP_MILLISECONDS);
    const served = await requestsWithin(pool, WINDOW_MILLISECONDS);
    progress(`${served} requests in ${WINDOW_MILLISECONDS} ms`);
    return (served * 1_000) / WINDOW_MILLISECONDS;
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
