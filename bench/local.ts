/** The time until `npm start` is ready, and the requests a second that the local cloud serves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mintToken } from '@social-platform-services/ctl/tokens';
import { LOCAL_REGION } from '@social-platform-services/local/template/names';
import { Pool } from 'undici';
import * as v from 'valibot';
import { UserId } from '../contract/ids.ts';
import { emulatorVariables } from '../test/support/service.ts';
import { type Measure, median, type Row, type Run, rounded } from './harness/benchmark.ts';
import { startChild } from './harness/processes.ts';
import { temporaryCloud, temporaryFolder } from './harness/temporary-cloud.ts';

const CONNECTIONS = 10;
const FULL = { starts: 5, warmUp: 5_000, window: 3_000, turns: 5 };
const QUICK = { starts: 1, warmUp: 200, window: 300, turns: 1 };
const READY_WITHIN_MS = 90_000;

export const measure: Measure = async (run) => {
  const plan = run.quick ? QUICK : FULL;
  return [...(await startRows(plan)), ...(await requestRows(run, plan))];
};

type Plan = typeof FULL;

async function startRows({ starts }: Plan): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  const data = folder.path;
  const first = await millisecondsToReady(data);
  const later: number[] = [];
  while (later.length < starts) later.push(await millisecondsToReady(data));
  return [
    { name: 'npm start, first time in a folder', figure: first, unit: 'ms to ready', aim: '<= 3500' },
    { name: 'npm start, later', figure: median(later), unit: 'ms to ready', aim: '<= 1200' },
  ];
}

/** In turns: the local cloud, and a bare server that asks a thread or calls the same DynamoDB (harness/bare-server.ts). */
async function requestRows(run: Run, plan: Plan): Promise<readonly Row[]> {
  await using cloud = await temporaryCloud(run);
  const { connection } = cloud;
  const [networkId, userId] = [await cloud.addNetwork('local'), v.parse(UserId, 'reader')];
  const token = await mintToken(connection, { networkId, userId, role: 'user', lifetimeSeconds: 3_600 });
  await using bare = await startChild(join(import.meta.dirname, 'harness/bare-server.ts'), {
    input: { networkId, userId },
    environment: {
      ...emulatorVariables({ ...cloud, region: LOCAL_REGION }),
      BLOCKS_TABLE: connection.tables.blocks,
    },
  });
  await using pools = new AsyncDisposableStack();
  const poolTo = (url: string) => pools.adopt(new Pool(url, { connections: CONNECTIONS }), (pool) => pool.close());
  const [ours, theirs] = [poolTo(cloud.url), poolTo(v.parse(Ready, bare.ready).url)];
  const perSecond = async (pool: Pool, path: string, milliseconds: number) =>
    ((await requestsWithin(pool, path, token, milliseconds)) * 1_000) / milliseconds;
  const row = async (name: string, path: string, aim: string): Promise<Row> => {
    for (const pool of [theirs, ours]) await perSecond(pool, path, plan.warmUp);
    const [own, byHand]: [number[], number[]] = [[], []];
    while (own.length < plan.turns) {
      byHand.push(await perSecond(theirs, path, plan.window));
      own.push(await perSecond(ours, path, plan.window));
    }
    const [figure, reference] = [median(own), median(byHand)];
    const note = `${CONNECTIONS} connections; the bare server ${rounded(reference)}`;
    const ratio = figure / reference;
    return { name, figure, unit: 'requests/s', ratio, reference: 'a bare server', aim, unstable: true, note };
  };
  return [
    await row('GET /health', '/health', '>= 0.6'),
    await row('hide check', '/block/members?checkList=bob&checkList=carol', '>= 0.5'),
  ];
}

const Ready = v.object({ url: v.string() });

/** From the command to the line `ready` in its output. Ends it again. */
async function millisecondsToReady(data: string): Promise<number> {
  const began = performance.now();
  const npm = spawn('npm', ['start', '--', '--port', '0', '--data', data], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: READY_WITHIN_MS,
  });
  const ended = once(npm, 'exit');
  try {
    for await (const line of createInterface(npm.stdout)) {
      if (line.startsWith('ready ')) return performance.now() - began;
    }
    throw new Error('npm start ended before it was ready.');
  } finally {
    npm.kill();
    await ended;
  }
}

/** How many requests are served: each connection sends the next one as soon as it has a response. */
async function requestsWithin(pool: Pool, path: string, token: string, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const headers = { authorization: `Bearer ${token}` };
  let served = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.text();
      if (statusCode !== 200) throw new Error(`The response to ${path} was ${statusCode}.`);
      served++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return served;
}
