/**
 * Deliveries a second of the signer, compared with undici in a bare loop that signs and posts the same requests over as
 * many connections. The signer is the real one, with tables and queue as stubs in memory; the receiver is a process.
 */
import { join } from 'node:path';
import { verifyWebhook } from '@social-platform-services/client/webhooks';
import { type Measure, median, type Row, undisturbed } from './harness/benchmark.ts';
import { type CountingReceiver, startCountingReceiver } from './harness/counting-receiver.ts';
import { loopbackTargets, webhooksTo } from './harness/functions/stub-data.ts';
import { type OneCall, startWarm, type WarmFunctions } from './harness/functions/warm.ts';
import { assertArrived, MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';

export const measure: Measure = async ({ quick }) => {
  const [deliveries, warmUpRounds, rounds] = quick ? [300, 15, 60] : [500, 40, 240];
  await using receiver = await startCountingReceiver();
  const environment = {
    RECEIVER_URL: receiver.url,
    DELIVERY_SETTINGS: '{}',
    TARGET_POLICY: JSON.stringify(loopbackTargets),
    DELIVERIES_TABLE: 'deliveries',
  };
  await using loop = await startWarm([fileOf('bare-loop.ts')], environment);
  await using signer = await startWarm([fileOf('signer-process.ts')], environment);
  await assertSameRequests(receiver, loop, signer);
  const turns: Turn[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const turn = { loop: await send(receiver, loop, deliveries), signer: await send(receiver, signer, deliveries) };
    if (round >= warmUpRounds) turns.push(turn);
  }
  return rowsOf(turns, deliveries);
};

const fileOf = (name: string): string => join(import.meta.dirname, 'harness/signer', name);
/** One run of each side, one after the other. */
interface Turn {
  readonly loop: OneCall;
  readonly signer: OneCall;
}

/** Sends that many deliveries, and returns how long it took and the latest request. Throws if too few arrive. */
async function send(receiver: CountingReceiver, sender: WarmFunctions, deliveries: number) {
  const run = await sender.once({ deliveries });
  const { requests, last } = await receiver.collect();
  assertArrived(requests, deliveries);
  return { ...run, last };
}

/** Throws unless both send requests with the same headers, the same length of body, and both kinds of signature. */
async function assertSameRequests(receiver: CountingReceiver, ...senders: readonly WarmFunctions[]): Promise<void> {
  const secret = webhooksTo(receiver.url)[0]?.secrets[0]?.secret ?? '';
  const shapes: string[] = [];
  for (const sender of senders) {
    const { headers, body } = (await send(receiver, sender, MESSAGES_PER_BATCH)).last;
    await verifyWebhook({ headers, body, secret, scheme: 'service' });
    await verifyWebhook({ headers, body, secret });
    shapes.push(`${Object.keys(headers).sort().join(', ')}, ${body.length} bytes`);
  }
  if (new Set(shapes).size > 1) throw new Error(`The two sides send different requests: ${shapes.join(' | ')}`);
}

function rowsOf(turns: readonly Turn[], deliveries: number): Row[] {
  const perSecond = (of: (turn: Turn) => OneCall) => ({
    figure: (deliveries * 1_000) / median(turns.map((turn) => of(turn).milliseconds)),
    unit: 'deliveries/s',
  });
  const processor = (of: (turn: Turn) => OneCall) => ({
    figure: (undisturbed(turns.map((turn) => of(turn).processorMilliseconds)) * 1_000) / deliveries,
    unit: 'µs/delivery',
  });
  const [ofLoop, ofSigner] = [processor(({ loop }) => loop), processor(({ signer }) => signer)];
  const reference = 'bare loop';
  return [
    { name: 'undici in a bare loop', ...perSecond(({ loop }) => loop) },
    {
      name: 'the signer',
      ...perSecond(({ signer }) => signer),
      ratio: median(turns.map(({ loop, signer }) => loop.milliseconds / signer.milliseconds)),
      reference,
      aim: '>= 0.7',
      unstable: true,
    },
    { name: 'undici in a bare loop, processor', ...ofLoop },
    { name: 'the signer, processor', ...ofSigner, ratio: ofSigner.figure / ofLoop.figure, reference },
  ];
}
