/** Quotas on the real table: several processes, and a table that is away. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import type { Caller } from '../../../contract/access.ts';
import { NetworkId, UserId } from '../../../contract/ids.ts';
import type { NetworkQuotas } from '../../../contract/quotas.ts';
import { OverQuotaError } from '../../../lambdas/shared/errors.ts';
import { quotaLimiter } from '../../../lambdas/shared/quotas/quota-limiter.ts';
import { quotasTable } from '../../../lambdas/shared/quotas/quotas-table.ts';
import { stages } from '../../../lib/config.ts';
import { cloud, connection, eventually } from '../../../testing/service.ts';
import { EmfDocument } from '../../support/emf-document.ts';

/** Of a process that asks again where the table of a busy machine does not respond; otherwise everything is let through for a second. */
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
    await spend(used, 1);
    await expect(spend(used, 50)).rejects.toMatchObject({ message: expect.stringMatching(/in [1-9] s/) });
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

  test('accept all amounts of a request or none', async () => {
    const caller = callerOf({ events: 10, ingestBytes: 512 * 1024 });
    const limiter = limiterOf();
    await limiter(caller).spend({ events: 95 });
    const request = limiter(caller);
    await expect(request.spend({ ingestBytes: 1000, events: 50 })).rejects.toThrow('quota events');
    expect(request.headers()['ratelimit']).toMatch(/"events";r=\d;t=\d+/);
    await limiter(caller).spend({ ingestBytes: 5 * 1024 * 1024 - 1000 });
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

describe('while the table is away', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('requests are let through, and one is counted for the alarm and logged', async () => {
    process.env['METRICS_NAMESPACE'] = 'SocialPlatformServices/test';
    const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const limiter = quotaLimiter(quotasTable(connection().client, 'no-such-table'));
    const caller = callerOf({ testEvents: 1 });
    for (let n = 0; n < 5; n++) await limiter(caller).spend({ testEvents: 1 });
    const lines = output.mock.calls.map(([line]) => v.parse(EmfDocument, JSON.parse(`${line}`)));
    output.mockRestore();
    delete process.env['METRICS_NAMESPACE'];
    expect(lines).toMatchObject([{ QuotasUnavailable: 1 }]);
    expect(console.error).toHaveBeenCalledTimes(1);
    expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ name: 'quotas-unavailable' }));
  });
});

afterAll(() => {
  delete process.env['QUOTAS'];
});
