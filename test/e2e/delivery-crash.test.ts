/**
 * Kills the local cloud repeatedly while it delivers events, and checks that none is lost.
 *
 * `SPS_CRASH_KILLS` and `SPS_CRASH_EVENTS` set the number of kills and events: 20 and 2000 are the full test, some ten
 * minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { type OwnCloud, startOwnCloud } from '../support/own-cloud.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { type Client, eventually } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { kept, numbersIn, post, webhookTo } from './delivery-room.ts';

const KILLS = Number(process.env['SPS_CRASH_KILLS'] ?? 4);
const EVENTS = Number(process.env['SPS_CRASH_EVENTS'] ?? 400);
/** The events of one request. */
const BATCH = 10;
/** The longest time from a start to the next kill. */
const LONGEST_LIFE_MS = 4_000;
/** The messages of a killed process are received again after the queue's visibility timeout of 60 s. */
const ALL_ARRIVE_WITHIN_MS = 180_000;

/** Short, so that the flaky receiver gets its retries within the test. */
const deliverySettings = { retryDelaysSeconds: Array(30).fill(1), probeFirstSeconds: 1, probeMaxSeconds: 2 };

/** Fails a third of its requests: with a status, with a reset, or with a time-out. */
function startFlaky() {
  let turn = 0;
  return startReceiver((response) => {
    const failures = [
      () => response.writeHead(503).end(),
      () => response.destroy(),
      () => setTimeout(() => response.end(), 2_000),
    ];
    turn += 1;
    if (turn % 3 === 0) failures[(turn / 3) % failures.length]?.();
    else response.writeHead(200).end();
  });
}

describe('the local cloud killed with kill -9', () => {
  test(
    `${KILLS} times while ${EVENTS} events go to three receivers loses none`,
    async () => {
      const data = temporaryFolder();
      let cloud = await startOwnCloud({ data, deliverySettings });
      const port = Number(new URL(cloud.url).port);
      const networkId = await cloud.addNetwork('crash');
      const [admin, server] = await Promise.all([
        cloud.clientOf(networkId, 'admin'),
        cloud.clientOf(networkId, 'server'),
      ]);
      const receivers = await Promise.all([kept(startReceiver()), kept(startReceiver()), kept(startFlaky())]);
      for (const receiver of receivers) await webhookTo(admin, receiver);

      const posting = postAll(server);
      try {
        for (let kill = 1; kill <= KILLS; kill++) {
          await sleep(Math.random() * LONGEST_LIFE_MS);
          cloud = await restarted(cloud, data, port);
        }
        await posting;
        const postedAt = Date.now();
        await eventually(() => {
          expect(receivers.map(({ requests }) => missingFrom(numbersIn(requests)))).toEqual([0, 0, 0]);
        }, ALL_ARRIVE_WITHIN_MS);
        report(
          receivers.map(({ requests }) => requests.length),
          Date.now() - postedAt,
        );
      } finally {
        await cloud.stop();
      }
    },
    KILLS * 40_000 + ALL_ARRIVE_WITHIN_MS + 60_000,
  );
});

async function restarted(cloud: OwnCloud, data: string, port: number): Promise<OwnCloud> {
  cloud.connection.client.destroy();
  await cloud.process.end('SIGKILL');
  return await startOwnCloud({ data, port, deliverySettings });
}

/** Posts events at a steady rate, each until it is accepted. Their ids make the repetition harmless. */
async function postAll(server: Client): Promise<void> {
  const batches = EVENTS / BATCH;
  for (let batch = 0; batch < batches; batch++) {
    const events = Array.from({ length: BATCH }, (_, i) => {
      const n = batch * BATCH + i;
      return { id: `crash-${n}`, event: 'shop.didSell', data: { n } };
    });
    await eventually(() => post(server, events), 120_000);
    await sleep((KILLS * LONGEST_LIFE_MS) / 2 / batches);
  }
}

const missingFrom = (numbers: readonly number[]): number => EVENTS - new Set(numbers).size;

function report(requests: readonly number[], milliseconds: number): void {
  const tail = `the last arrived ${Math.round(milliseconds / 1_000)} s after the last 202`;
  process.stdout.write(`${KILLS} kills, ${EVENTS} events: requests ${requests.join(', ')}; none lost; ${tail}\n`);
}
