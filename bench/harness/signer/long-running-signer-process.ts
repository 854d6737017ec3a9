/** The process of long-running-signer.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { handleBatch } from '../../../lambdas/delivery/worker/handle-batch.ts';
import { Webhook } from '../../../lambdas/webhooks/webhook.ts';
import { webhooksTo } from '../functions/stub-data.ts';
import { input, serveParent } from '../parent.ts';
import { median } from '../statistics.ts';
import '../functions/dropped-logs.ts';
import { batchOf, MESSAGES_PER_BATCH } from './delivery-batches.ts';
import {
  type Deliveries,
  HOSTILE_EVERY,
  type Memory,
  ReceiverUrls,
  SLOW_EVERY,
  Stretch,
} from './long-running-signer.ts';
import { stubbedSigner } from './stubbed-signer.ts';

/** Longer than the signer caches a webhook or keeps an idle connection. */
const SETTLE_MILLISECONDS = 5_000;
/** Readings of the memory, and milliseconds between them. */
const READINGS = 5;
const PAUSE_MILLISECONDS = 200;

const urls = v.parse(ReceiverUrls, input);
let deliveries: Deliveries = { delivered: 0, failed: 0 };
const signer = stubbedSigner({
  lane: 'slow',
  webhooksOf,
  onStored: ({ class: standing }) => {
    const { delivered, failed } = deliveries;
    deliveries = standing === 'delivered' ? { delivered: delivered + 1, failed } : { delivered, failed: failed + 1 };
  },
});

serveParent('ready', (order) => (order === 'memory' ? readMemory() : deliver(v.parse(Stretch, order))));

/** Ten webhooks, each with an origin of its own: of the network `good`, or of `hostile-<n>`, which is used once. */
function webhooksOf(network: string): Webhook[] {
  const [, number] = network.split('-');
  const target = number === undefined ? urls.good : hostileTarget(Number(number));
  return Array.from({ length: MESSAGES_PER_BATCH }, (_, index) => {
    const n = Number(number ?? 0) * MESSAGES_PER_BATCH + index;
    const url = target.replace('127.0.0.1', `${number === undefined ? 'good' : 'hostile'}-${n}.localhost`);
    return v.parse(Webhook, { ...webhooksTo(url)[0], networkId: network, webhookId: `wh_${`${n}`.padStart(32, '0')}` });
  });
}

function hostileTarget(n: number): string {
  const isSlow = n % SLOW_EVERY === SLOW_EVERY - 1;
  const [kinds, turn] = isSlow ? [urls.slow, Math.floor(n / SLOW_EVERY)] : [urls.quick, n];
  return kinds[turn % kinds.length] ?? '';
}

/** One batch after the other, as a process gets them from Lambda. */
async function deliver({ from, to }: Stretch): Promise<Deliveries> {
  deliveries = { delivered: 0, failed: 0 };
  for (let index = from; index < to; index++) {
    const isHostile = index % HOSTILE_EVERY === HOSTILE_EVERY - 1;
    const network = isHostile ? `hostile-${Math.floor(index / HOSTILE_EVERY)}` : 'good';
    const ids = webhooksOf(network).map(({ webhookId }) => webhookId);
    const { batchItemFailures } = await handleBatch(signer, batchOf(index, network, ids));
    if (batchItemFailures.length > 0) throw new Error('The signer could not handle a batch.');
  }
  return deliveries;
}

async function readMemory(): Promise<Memory> {
  const readings: Memory[] = [];
  await sleep(SETTLE_MILLISECONDS);
  for (let reading = 0; reading < READINGS; reading++) {
    await sleep(PAUSE_MILLISECONDS);
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const { rss, heapUsed } = process.memoryUsage();
    readings.push({ resident: rss, heap: heapUsed });
  }
  return {
    resident: median(readings.map(({ resident }) => resident)),
    heap: median(readings.map(({ heap }) => heap)),
  };
}
