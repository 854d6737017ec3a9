/** Quotas on the real table: several processes, and a table that is away. */
import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import type { Caller } from '../../../contract/access.ts';
import { checkHidden } from '../../../contract/block.ts';
import { NetworkId, UserId } from '../../../contract/ids.ts';
import type { NetworkQuotas } from '../../../contract/quotas.ts';
import { OverQuotaError } from '../../../lambdas/shared/errors.ts';
import { quotaLimiter } from '../../../lambdas/shared/quotas/quota-limiter.ts';
import { quotasTable } from '../../../lambdas/shared/quotas/quotas-table.ts';
import { stages } from '../../../lib/config.ts';
import { EmfDocument } from '../../support/emf-document.ts';
import { lambdaContext, requestWith } from '../../support/route-requests.ts';
import { cloud, connection, emulatorVariables, eventually } from '../../support/service.ts';

/** Of a process that asks again if the table does not respond; otherwise all is let through for a second. */
function limiterOf() {
  const table = quotasTable(connection().client, cloud().outputs['QuotasTableName'] ?? '');
  return quotaLimiter({ take: (...asked) => eventually(() => table.take(...asked)) });
}

const callerOf = (quotas: NetworkQuotas): Caller => ({
  networkId: v.parse(NetworkId, `q${randomUUID().slice(0, 18)}`),
  userId: v.parse(UserId, 'alice'),
  role: 'server',
  features: [],
  hideMode: 'blocker',
  webhooks: 0,
  expiresAt: Date.now() / 1000 + 60,
  quotas,
});

beforeAll(() => {
  process.env['QUOTAS'] = JSON.stringify(stages.local.quotas.network);
});

describe('processes that share a quota', () => {
  test('let through what is more than the bucket holds if it is full, and then nothing until it is', async () => {
    const spend = async (caller: Caller, writes: number) => await limiterOf()(caller).spend({ writes });
    const unused = callerOf({ writes: 2 });
    await spend(unused, 50);
    await expect(spend(unused, 1)).rejects.toMatchObject({ message: expect.stringMatching(/in 1\d s/) });
    const used = callerOf({ writes: 2 });
    // Five seconds until it is full again, for a slow machine.
    await spend(used, 10);
    await expect(spend(used, 50)).rejects.toMatchObject({ message: expect.stringMatching(/in [1-5] s/) });
  });

  test('let through together what the bucket holds, and say when to try again', async () => {
    const caller = callerOf({ writes: 2 });
    const startedAt = performance.now();
    const limiters = Array.from({ length: 5 }, () => limiterOf());
    let admitted = 0;
    let refused: unknown;
    for (let n = 0; n < 200; n++) {
      await limiters[n % 5]?.(caller)
        .spend({ writes: 1 })
        .then(
          () => admitted++,
          (error: unknown) => (refused = error),
        );
    }
    // A full bucket of 10 s, and what it gained meanwhile.
    expect(admitted).toBeGreaterThanOrEqual(20);
    expect(admitted).toBeLessThan(25 + 2 * ((performance.now() - startedAt) / 1_000));
    expect(refused).toBeInstanceOf(OverQuotaError);
    expect(refused).toMatchObject({
      kind: 'tooManyRequests',
      message: expect.stringMatching(
        /over its quota writes \(2 a second: requests that block or unblock\); try again in \d+ s/,
      ),
    });
  });

  test('keep what a request would have used of one quota where a later one refuses it', async () => {
    const caller = callerOf({ events: 10, ingestBytes: 512 * 1024 });
    const limiter = limiterOf();
    const ingestBytes = 4 * 1024 * 1024;
    await limiter(caller).spend({ ingestBytes });
    await expect(limiter(caller).spend({ events: 50, ingestBytes })).rejects.toThrow('quota ingestBytes');
    await limiter(caller).spend({ events: 95 });
  });

  test('tell what is left in the fields of the IETF draft', async () => {
    const request = limiterOf()(callerOf({ reads: 100 }));
    expect(request.headers()).toEqual({});
    await request.spend({ reads: 1 });
    expect(request.headers()).toEqual({ 'ratelimit-policy': '"reads";q=1000;w=10', ratelimit: '"reads";r=999;t=0' });
  });

  test('use a new limit of the network at once', async () => {
    const limiter = limiterOf();
    const caller = callerOf({ testEvents: 1 });
    await limiter(caller).spend({ testEvents: 1 });
    await expect(limiter(caller).spend({ testEvents: 1 })).rejects.toThrow(OverQuotaError);
    await limiter({ ...caller, quotas: { testEvents: 600 } }).spend({ testEvents: 1 });
  });
});

describe('a caller who asks without end', () => {
  const spenderOf = (caller: Caller, spender: string) => ({ ...caller, spender });
  async function admittedOf(count: number, ask: (n: number) => Promise<unknown>): Promise<number> {
    let admitted = 0;
    for (let n = 0; n < count; n++) {
      await ask(n).then(
        () => admitted++,
        (error: unknown) => expect(error).toBeInstanceOf(OverQuotaError),
      );
    }
    return admitted;
  }

  test('leaves half of the bucket to others, none of whom is refused', async () => {
    const caller = callerOf({ reads: 20 });
    const startedAt = performance.now();
    const limiters = Array.from({ length: 4 }, () => limiterOf());
    const ask = (spender: string) => async (n: number) =>
      await limiters[n % 4]?.(spenderOf(caller, spender)).spend({ reads: 1 });
    const ofLoop = await admittedOf(400, ask('loop'));
    expect(await admittedOf(20, ask('alice'))).toBe(20);
    await admittedOf(400, ask('loop'));
    for (let user = 0; user < 40; user++) expect(await admittedOf(1, ask(`user-${user}`))).toBe(1);
    // What leaves the half, with what it gained meanwhile, and what each process lets through before it asks.
    expect(ofLoop).toBeLessThanOrEqual(100 + 4 * 21 + 20 * ((performance.now() - startedAt) / 1_000));
    await expect(ask('loop')(0)).rejects.toMatchObject({ message: expect.stringMatching(/try again in [1-9] s/) });
  });

  test('is named with what was used in the hour, and those who ask little are not', async () => {
    const caller = callerOf({ reads: 1_000, writes: 10 });
    const limiter = limiterOf();
    for (let n = 0; n < 300; n++)
      await limiter(spenderOf(caller, n % 3 === 0 ? `user-${n}` : 'loop')).spend({ reads: 1 });
    await limiter(caller).spend({ writes: 20 });
    await limiter(caller).spend({ writes: 1 });
    const usage = await quotasTable(connection().client, cloud().outputs['QuotasTableName'] ?? '').usageOf(
      caller.networkId,
      Date.now(),
    );
    const total = ({ thisHour, hourBefore }: (typeof usage)[number]) => (thisHour?.used ?? 0) + (hourBefore?.used ?? 0);
    expect(usage.map((one) => [one.quota, total(one)])).toEqual([
      ['reads', expect.closeTo(300, -2)],
      ['writes', 20],
    ]);
    const [reads] = usage;
    const callers = { ...reads?.hourBefore?.callers, ...reads?.thisHour?.callers };
    expect(Object.keys(callers)).toEqual(['loop']);
    expect(callers['loop']).toBeLessThanOrEqual(200);
  });
});

test.each([
  ['asks without end', 'user', {}],
  ['has a back end ask without end', 'server', { 'on-behalf-of': 'alice' }],
] as const)('a user who %s is named', async (_, role, headers) => {
  const { outputs } = cloud();
  Object.assign(process.env, { ...emulatorVariables(), QUOTAS_TABLE: outputs['QuotasTableName'] });
  const { route } = await import('../../../lambdas/shared/route.ts');
  const handler = route(checkHidden, async () => ({}));
  const lambda = { ...callerOf({ reads: 1_000 }), role, features: ['blockUser'] };
  const request = requestWith({ method: 'GET', headers, rawQueryString: 'checkList=bob', caller: lambda });
  for (let n = 0; n < 100; n++) await handler(request, lambdaContext());
  const table = quotasTable(connection().client, outputs['QuotasTableName'] ?? '');
  const [usage] = await table.usageOf(lambda.networkId, Date.now());
  const callers = { ...usage?.hourBefore?.callers, ...usage?.thisHour?.callers };
  expect(Object.keys(callers)).toEqual(['alice']);
});

test('the use of an hour is kept while the next one is counted, and for a day after that', async () => {
  const { client } = connection();
  const TableName = cloud().outputs['QuotasTableName'] ?? '';
  const { networkId } = callerOf({});
  const table = quotasTable(client, TableName);
  const hour = Math.floor(Date.now() / 3_600_000);
  const usage = { hour: hour - 1, used: 7, callers: { alice: 5 } };
  const Item = { networkId_quota: `${networkId}_reads`, fullAt: 0, usage };
  await client.send(new PutCommand({ TableName, Item }));
  expect(await table.usageOf(networkId, hour * 3_600_000)).toMatchObject([{ hourBefore: usage }]);
  const bucket = { networkId, quota: 'reads', rate: { capacity: 100, refill: 0.01 } } as const;
  const taken = await table.take(bucket, 2, 1, 0, 0, { used: 2, callers: [['bob', 2]] });
  await table.take(bucket, 2, 1, taken.fullAt, 0, { used: 3, callers: [['bob', 1]] });
  expect(await table.usageOf(networkId, hour * 3_600_000)).toEqual([
    { quota: 'reads', thisHour: { hour, used: 5, callers: { bob: 3 } }, hourBefore: usage },
  ]);
  const Key = { networkId_quota: `${networkId}_reads` };
  const { Item: stored } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  expect(Number(stored?.['expiresAt']) - Date.now() / 1000).toBeCloseTo(86_400, -3);
});

test('an hour names some 50 callers, and counts what others use without their names', async () => {
  const table = quotasTable(connection().client, cloud().outputs['QuotasTableName'] ?? '');
  const { networkId } = callerOf({});
  const bucket = { networkId, quota: 'reads', rate: { capacity: 1_000, refill: 1e-3 } } as const;
  let fullAt = 0;
  for (let n = 0; n < 7; n++) {
    const callers = Array.from({ length: 9 }, (_, caller) => [`user-${n}-${caller}`, 1] as const);
    const result = await table.take(bucket, 10, 10, fullAt, 0, { used: 10, callers });
    expect(result.taken).toBe(10);
    fullAt = result.fullAt;
  }
  const [usage] = await table.usageOf(networkId, Date.now());
  const hours = [usage?.thisHour, usage?.hourBefore].filter((hour) => hour !== undefined);
  const named = hours.reduce((sum, { callers }) => sum + Object.keys(callers).length, 0);
  expect({ used: hours.reduce((sum, { used }) => sum + used, 0), named }).toEqual({ used: 70, named: 54 });
});

test('what is to be left in a bucket is not taken', async () => {
  const table = quotasTable(connection().client, cloud().outputs['QuotasTableName'] ?? '');
  const { networkId } = callerOf({});
  const bucket = { networkId, quota: 'reads', rate: { capacity: 100, refill: 1e-6 } } as const;
  const use = { used: 0, callers: [] };
  const { fullAt } = await table.take(bucket, 30, 30, 0, 0, use);
  expect(await table.take(bucket, 60, 1, fullAt, 50, use)).toMatchObject({ taken: 20 });
});

test('the table is waited for no longer than a second', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const table = quotasTable(connection().client, cloud().outputs['QuotasTableName'] ?? '');
  const bucket = { networkId: callerOf({}).networkId, quota: 'reads', rate: { capacity: 10, refill: 1 } } as const;
  await expect(table.take(bucket, 1, 1, 0, 0, { used: 0, callers: [] })).rejects.toThrow('abort');
  expect(timeout.mock.calls).toEqual([[1_000]]);
  timeout.mockRestore();
});

test('while the table is away, requests are let through, and one is counted for the alarm and logged', async () => {
  process.env['METRICS_NAMESPACE'] = 'SocialPlatformServices/test';
  const log = jest.spyOn(console, 'error').mockReturnValue();
  const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  let isAway = true;
  const take = async () => {
    if (isAway) throw new Error('The table is away.');
    return { taken: 0, fullAt: 0 };
  };
  const limiter = quotaLimiter({ take });
  const caller = callerOf({ testEvents: 1 });
  for (let n = 0; n < 5; n++) await limiter(caller).spend({ testEvents: 1 });
  const lines = output.mock.calls.map(([line]) => v.parse(EmfDocument, JSON.parse(`${line}`)));
  output.mockRestore();
  delete process.env['METRICS_NAMESPACE'];
  expect(lines).toMatchObject([{ QuotasUnavailable: 1 }]);
  expect(log.mock.calls).toEqual([[expect.objectContaining({ name: 'quotas-unavailable' })]]);
  log.mockRestore();
  // It is asked again a second later.
  isAway = false;
  clock.mockReturnValue(1_000);
  await expect(limiter(caller).spend({ testEvents: 1 })).rejects.toThrow(OverQuotaError);
  clock.mockRestore();
});
