/** Functions, queues and the authorizer with injected faults, with functions written for the test. */
import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { eventually } from '../../../test/support/eventually.ts';
import type { Decisions } from '../../faults/decisions.ts';
import { faultyDeliveries } from '../../faults/faulty-deliveries.ts';
import { faultyAuthorizer, faultyInvocation } from '../../faults/faulty-functions.ts';
import type { FunctionPool } from '../../functions/function-pool.ts';
import { Authorizer } from '../../gateway/authorizer.ts';
import { startQueueServer } from '../../sqs/queues.ts';
import { LOCAL_ACCOUNT } from '../../template/names.ts';
import { credentials } from '../emulators-of-tests.ts';
import { startQueueSource } from '../event-sources-of-tests.ts';
import { poolOf } from '../pool-of-tests.ts';
import { factsOf, requestWith } from '../requests-of-tests.ts';
import { firstOf } from './decisions-of-tests.ts';

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

/** A function with these faults. */
const functionIn = (decisions: Decisions, source: string): FunctionPool =>
  poolOf(source, {}, { aroundInvocation: faultyInvocation(decisions) }).pool;

const COUNTING = 'let calls = 0; export const handler = async () => { calls += 1; return calls; };';

const Times = v.pipe(v.string(), v.parseJson(), v.tuple([v.number(), v.number(), v.number()]));

async function timesOf(pool: FunctionPool) {
  const [now, date, given] = v.parse(v.object({ payload: Times }), await pool.invoke('{}')).payload;
  return { now, date, given };
}

describe('a function with injected faults', () => {
  test('fails if its worker is killed, and starts again at the next event', async () => {
    const pool = functionIn(firstOf('killed worker'), COUNTING);
    expect(await pool.invoke('{}')).toMatchObject({ kind: 'failed', error: { errorType: 'Runtime.ExitError' } });
    expect({ first: await pool.invoke('{}'), second: await pool.invoke('{}') }).toMatchObject({
      first: { payload: '1' },
      second: { payload: '2' },
    });
  });

  test('loses its state between two events, and both succeed', async () => {
    const pool = functionIn(firstOf('cold start'), COUNTING);
    expect({ first: await pool.invoke('{}'), second: await pool.invoke('{}') }).toMatchObject({
      first: { payload: '1' },
      second: { payload: '1' },
    });
  });

  test('has a clock that is wrong during one event, and right again at the next', async () => {
    const source = 'const { now } = Date; export const handler = async () => [now(), +new Date(), +new Date(5)];';
    const pool = functionIn(firstOf('clock jump'), source);
    const [wrong, right] = [await timesOf(pool), await timesOf(pool)];
    expect(Math.abs(wrong.now - Date.now())).toBeGreaterThan(5_000);
    expect(Math.abs(wrong.date - wrong.now)).toBeLessThan(1_000);
    expect(Math.abs(right.now - Date.now())).toBeLessThan(5_000);
    expect({ wrong: wrong.given, right: right.given }).toEqual({ wrong: 5, right: 5 });
  });
});

test('an authorizer that cannot be called refuses the request with 500, and the next one calls it', async () => {
  const pool = functionIn(firstOf(), 'export const handler = async () => ({ isAuthorized: true });');
  const authorizer = new Authorizer({
    pool: faultyAuthorizer(firstOf('authorizer failed'))(pool, 'Fixture'),
    identityHeader: 'Authorization',
    cacheSeconds: 60,
  });
  const facts = factsOf(requestWith({ headers: { authorization: 'token' } }));
  expect(await authorizer.decide(facts)).toMatchObject({ kind: 'refused', response: { status: 500 } });
  expect(await authorizer.decide(facts)).toMatchObject({ kind: 'allowed' });
});

test('a queue that hides its messages delivers them later, and one of them twice under the same id', async () => {
  const queues = await startQueueServer(credentials);
  resources.defer(() => queues.stop());
  const queue = `faults-${randomUUID()}`;
  await queues.create([{ logicalId: queue, path: queue, name: queue, properties: {} }]);
  const pool = functionIn(firstOf(), 'export const handler = async () => {};');
  const ids: string[] = [];
  const invoke = pool.invoke.bind(pool);
  pool.invoke = (event, trace) => {
    ids.push(...JSON.parse(event).Records.map(({ messageId }: { readonly messageId: string }) => messageId));
    return invoke(event, trace);
  };
  const mapping = { logicalId: 'Fixture', pool, queue, deadLetters: undefined };
  const deliveries = faultyDeliveries(firstOf('empty receive', 'delivered twice'));
  const sources = await startQueueSource(mapping, queues, { deliveries });
  resources.defer(() => sources.stop());
  const QueueUrl = `${queues.url}/${LOCAL_ACCOUNT}/${queue}`;
  const { MessageId } = await queues.client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'work' }));
  expect(ids).toEqual([]);
  await eventually(() => expect(ids).toEqual([MessageId, MessageId]));
});
