/**
 * Whether virtual time tells the truth: some kinds of the benchmark `receivers` as real receivers of a local cloud,
 * which get as many events at once. Reference: the same kind in virtual time.
 */
import { sendAtOnce } from '../test/support/delivery-world/at-once.ts';
import { type Kind, kinds } from '../test/support/delivery-world/kinds.ts';
import { chanceOf } from '../test/support/delivery-world/one-receiver.ts';
import { seededRandom } from '../test/support/delivery-world/seeded-random.ts';
import { eventually } from '../test/support/eventually.ts';
import type { OwnCloud } from '../test/support/own-cloud.ts';
import { later, startReceiver } from '../test/support/receivers/http-receivers.ts';
import type { Measure, Row } from './harness/benchmark.ts';
import { clock } from './harness/receivers.ts';
import { createWebhook, succeed, temporaryCloud } from './harness/temporary-cloud.ts';

const SEED = 1;
const FULL = {
  events: 2_000,
  names: ['takes 1 s', 'takes 1.4 s', 'bears 8 at once', 'bears 50 a second', 'bears 50 a second, and says so'],
};
const QUICK = { events: 20, names: ['bears 8 at once'] };
/** Of one request. */
const MOST_EVENTS = 100;
/** Functions of a cloud that has just started are cold; virtual time has none. */
const WARM_UP: Kind = { receiver: () => () => ({ hasSucceeded: true, milliseconds: 300 }), time: 1, requests: 1 };

export const measure: Measure = async (run) => {
  const { events, names } = run.quick ? QUICK : FULL;
  await using cloud = await temporaryCloud(run);
  await live(cloud, 'warm-up', WARM_UP, events);
  const rows: Row[] = [];
  for (const [index, name] of names.entries()) {
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`There is no kind of receivers that ${name}.`);
    const { milliseconds, requestsEach } = await live(cloud, `live-${index}`, kind, events);
    const virtual = await sendAtOnce(kind, { events, seed: SEED });
    rows.push({
      name: `${name}: until 90 % are delivered`,
      figure: milliseconds / 1_000,
      unit: 's',
      ratio: milliseconds / virtual.milliseconds,
      reference: 'virtual time',
      aim: '<= 1.33',
      unstable: true,
      note: `${requestsEach.toFixed(2)} requests for each success, ${virtual.requestsEach.toFixed(2)} in virtual time`,
    });
  }
  return rows;
};

/** Posts the events to a webhook of a network of its own, as fast as they are accepted. Times count from the first. */
async function live(cloud: OwnCloud, id: string, kind: Kind, events: number) {
  const behave = kind.receiver(seededRandom(SEED));
  const delivered = new Set<string>();
  const attempts = new Map<string, number>();
  const begin = clock();
  let [inFlight, requests] = [0, 0];
  const receiver = await startReceiver((response, { headers }) => {
    const deliveryId = `${headers['webhook-id']}`;
    const before = attempts.get(deliveryId) ?? 0;
    attempts.set(deliveryId, before + 1);
    requests += 1;
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
    });
    const event = [...attempts.keys()].indexOf(deliveryId);
    const chance = chanceOf(SEED, event, before);
    const { hasSucceeded, milliseconds, retryAfterSeconds } = behave({ now: clock() - begin, inFlight, event, chance });
    later(response, milliseconds, () => {
      if (hasSucceeded) delivered.add(deliveryId);
      const asked = retryAfterSeconds === undefined ? {} : { 'retry-after': `${retryAfterSeconds}` };
      response.writeHead(hasSucceeded ? 200 : 503, asked).end('{}');
    });
  });
  try {
    const networkId = await cloud.addNetwork(id);
    const [admin, server] = [await cloud.clientOf(networkId, 'admin'), await cloud.clientOf(networkId, 'server')];
    const webhookId = await createWebhook(admin, { url: receiver.url });
    const started = clock();
    const event = { event: 'bench.didHappen', data: {} };
    for (let posted = 0; posted < events; posted += MOST_EVENTS)
      await succeed(server('POST', '/events', { events: Array(Math.min(MOST_EVENTS, events - posted)).fill(event) }));
    await eventually(() => {
      if (delivered.size < 0.9 * events) throw new Error(`${delivered.size} of ${events} events were delivered.`);
    }, 300_000);
    const measured = { milliseconds: clock() - started, requestsEach: requests / delivered.size };
    await succeed(admin('DELETE', `/webhooks/${webhookId}`));
    return measured;
  } finally {
    await receiver.stop();
  }
}
