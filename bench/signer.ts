/**
 * Deliveries a second of the signer, compared with undici in a bare loop that signs and posts the same requests over as many
 * connections. The signer is the real one, with tables and queue as stubs in memory; the receiver is in another process.
 */
import { verifyWebhook } from '../client/verify-webhook.ts';
import { webhooksTo } from './harness/functions/stub-data.ts';
import { type CountingReceiver, startCountingReceiver } from './harness/receivers/counting-receiver.ts';
import type { Measure, Row } from './harness/row.ts';
import { MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';
import { assertArrived, type Run, type Sender, startSender } from './harness/signer/sender.ts';
import { median, rounded } from './harness/statistics.ts';

const DELIVERIES_PER_ROUND = 2_000;
const WARM_UP_ROUNDS = 10;
const ROUNDS = 60;

export const measure: Measure = async (progress) => {
  const receiver = await startCountingReceiver();
  // The messages of a batch: Lambda gives a process one batch at a time.
  const options = { url: receiver.url, connections: MESSAGES_PER_BATCH };
  const loop = await startSender('bare-loop-process.ts', options);
  const signer = await startSender('signer-process.ts', options);
  try {
    await assertSameRequests(receiver, loop, signer);
    const rounds: Round[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const both = { loop: await oneRound(receiver, loop), signer: await oneRound(receiver, signer) };
      if (round >= WARM_UP_ROUNDS) rounds.push(both);
    }
    progress(`${ROUNDS} rounds of each side are done`);
    return rowsOf(rounds);
  } finally {
    await Promise.all([loop, signer, receiver].map((process) => process.stop()));
  }
};

/** One run of each side, one after the other. */
interface Round {
  readonly loop: Run;
  readonly signer: Run;
}

async function oneRound(receiver: CountingReceiver, sender: Sender): Promise<Run> {
  const run = await sender.send(DELIVERIES_PER_ROUND);
  const { requests } = await receiver.collect();
  assertArrived(requests, DELIVERIES_PER_ROUND);
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

function rowsOf(rounds: readonly Round[]): Row[] {
  const [ofLoop, ofSigner] = [rounds.map(({ loop }) => loop), rounds.map(({ signer }) => signer)];
  const ratioOf = (of: (run: Run) => number) =>
    rounded(median(rounds.map(({ loop, signer }) => of(loop) / of(signer))));
  return [
    { name: 'undici in a bare loop', ...deliveriesOf(ofLoop) },
    {
      name: 'the signer',
      ...deliveriesOf(ofSigner),
      ratio: ratioOf(({ milliseconds }) => milliseconds),
      reference: 'bare loop',
      aim: '>= 0.7',
    },
    { name: 'undici in a bare loop, processor', ...processorOf(ofLoop) },
    {
      name: 'the signer, processor',
      ...processorOf(ofSigner),
      ratio: rounded(1 / ratioOf(({ cpuMilliseconds }) => cpuMilliseconds)),
      reference: 'bare loop',
    },
  ];
}

const deliveriesOf = (runs: readonly Run[]) => ({
  figure: rounded((DELIVERIES_PER_ROUND * 1_000) / median(runs.map(({ milliseconds }) => milliseconds))),
  unit: 'deliveries/s',
});

const processorOf = (runs: readonly Run[]) => ({
  figure: rounded((median(runs.map(({ cpuMilliseconds }) => cpuMilliseconds)) * 1_000) / DELIVERIES_PER_ROUND),
  unit: 'µs/delivery',
});
