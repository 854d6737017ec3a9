/**
 * Deliveries a second of the signer, compared with undici in a bare loop that signs and posts the same requests over as
 * many connections. The signer is the real one, with tables and queue as stubs in memory; the receiver is a process.
 */
import { verifyWebhook } from '../client/verify-webhook.ts';
import type { Measure, Row } from './harness/benchmark.ts';
import { median, undisturbed } from './harness/benchmark.ts';
import { type CountingReceiver, startCountingReceiver } from './harness/counting-receiver.ts';
import { webhooksTo } from './harness/functions/stub-data.ts';
import { MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';
import { assertArrived, type Run, type Sender, startSender } from './harness/signer/sender.ts';

export const measure: Measure = async ({ quick }) => {
  const [deliveries, warmUpRounds, rounds] = quick ? [300, 15, 60] : [500, 40, 240];
  await using receiver = await startCountingReceiver();
  // The messages of a batch: Lambda gives a process one batch at a time.
  const options = { url: receiver.url, connections: MESSAGES_PER_BATCH };
  await using loop = await startSender('bare-loop.ts', options);
  await using signer = await startSender('signer-process.ts', options);
  await assertSameRequests(receiver, loop, signer);
  const turns: Turn[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const turn = { loop: await send(receiver, loop, deliveries), signer: await send(receiver, signer, deliveries) };
    if (round >= warmUpRounds) turns.push(turn);
  }
  return rowsOf(turns, deliveries);
};

/** One run of each side, one after the other. */
interface Turn {
  readonly loop: Run;
  readonly signer: Run;
}

async function send(receiver: CountingReceiver, sender: Sender, deliveries: number): Promise<Run> {
  const run = await sender.send(deliveries);
  const { requests } = await receiver.collect();
  assertArrived(requests, deliveries);
  return run;
}

/** Throws unless both send requests with the same headers, the same length of body, and both kinds of signature. */
async function assertSameRequests(receiver: CountingReceiver, ...senders: readonly Sender[]): Promise<void> {
  const secret = webhooksTo(receiver.url)[0]?.secrets[0]?.secret ?? '';
  const shapes: string[] = [];
  for (const sender of senders) {
    await sender.send(MESSAGES_PER_BATCH);
    const { headers, body } = (await receiver.collect()).last;
    await verifyWebhook({ headers, body, secret, scheme: 'service' });
    await verifyWebhook({ headers, body, secret });
    shapes.push(`${Object.keys(headers).sort().join(', ')}, ${body.length} bytes`);
  }
  if (new Set(shapes).size > 1) throw new Error(`The two sides send different requests: ${shapes.join(' | ')}`);
}

function rowsOf(turns: readonly Turn[], deliveries: number): Row[] {
  const perSecond = (of: (turn: Turn) => Run) => ({
    figure: (deliveries * 1_000) / median(turns.map((turn) => of(turn).milliseconds)),
    unit: 'deliveries/s',
  });
  const processor = (of: (turn: Turn) => Run) => ({
    figure: (undisturbed(turns.map((turn) => of(turn).cpuMilliseconds)) * 1_000) / deliveries,
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
