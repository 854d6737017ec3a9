import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { malformedSecrets, shortest } from '../../test/examples/secrets.ts';
import { eventually } from '../../test/support/eventually.ts';
import fc from '../../test/support/fast-check.ts';
import { startAnswering, startReceiver } from '../../test/support/receivers/http-receivers.ts';
import type { Receiver } from '../../test/support/receivers/listening.ts';
import { hourOf, LedgerError, reconcile, settledHours } from '../webhooks/reconcile.ts';

const hour = '2026-11-22T21';
const secret = 'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU=';
const [networkId, webhookId] = ['demo', `wh_${'1'.repeat(32)}`];

/** Ids of the hour, in ascending order of `n`. */
const idOf = (n: number): string => `01M82JMYY0${`${n}`.padStart(16, '0')}`;

const Request = v.object({
  networkId: v.literal(networkId),
  hour: v.string(),
  after: v.optional(v.string(), ''),
  until: v.optional(v.string(), '~'),
  deliveryIds: v.optional(v.array(v.string())),
  readAt: v.optional(v.string()),
});

/** What the service has recorded, and how much it returns at once. */
let model: { recorded: readonly string[]; perSlice: number; slices: number; compared: number; openUntil?: string };
/** Statuses of the next responses; then the model responds. */
let failures: number[];
let retryAfter: string | undefined;
let service: Receiver;
let requestIds: unknown[];
let requests: { path: string; ids: number; readAt?: string }[];

/** The service, as the specification describes it, with other limits. */
function respond(path: string, { after, until, deliveryIds }: v.InferOutput<typeof Request>): object {
  const inRange = model.recorded.filter((id) => after < id && id <= until);
  const limit = deliveryIds === undefined ? model.perSlice * model.slices : model.compared;
  const page = inRange.slice(0, limit);
  const next = inRange.length > limit ? page.at(-1) : undefined;
  const progress = { open: after < (model.openUntil ?? ''), next };
  if (path.endsWith('/ledger')) {
    const starts = Array.from({ length: Math.max(1, Math.ceil(page.length / model.perSlice)) }, (_, n) => n);
    const slices = starts.map((n) => {
      const ids = page.slice(n * model.perSlice, (n + 1) * model.perSlice);
      const isLast = n === starts.length - 1;
      return {
        after: n === 0 ? after || undefined : page[n * model.perSlice - 1],
        until: isLast ? (next ?? (until === '~' ? undefined : until)) : ids.at(-1),
        count: ids.length,
        digest: createHash('sha256')
          .update(ids.map((id) => `${id}\n`).join(''))
          .digest('hex'),
      };
    });
    return { slices, ...progress };
  }
  for (const id of deliveryIds ?? []) if (!(after < id && id <= until)) throw new Error(`${id} is outside`);
  const given = new Set(deliveryIds);
  return {
    missing: page.filter((id) => !given.has(id)).map((deliveryId) => ({ deliveryId, event: 'x', outcome: 'sending' })),
    unknown: [...given].filter((id) => !page.includes(id) && id <= (next ?? '~')),
    ...progress,
  };
}

beforeAll(async () => {
  service = await startReceiver((response, { path, headers, body }) => {
    requestIds.push(headers['webhook-id']);
    const status = failures.shift();
    if (status !== undefined) {
      response
        .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
        .end('{"message":"not now"}');
      return;
    }
    new Webhook(secret).verify(body, v.parse(v.record(v.string(), v.string()), headers));
    const parsed = v.parse(Request, JSON.parse(`${body}`));
    const { deliveryIds, readAt } = parsed;
    requests.push({ path, ids: deliveryIds?.length ?? 0, ...(readAt !== undefined && { readAt }) });
    response.end(JSON.stringify(respond(path, parsed)));
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  [failures, retryAfter, requests, requestIds] = [[], '0', [], []];
});

const compare = (stored: Iterable<string>, more: object = {}) =>
  reconcile({ url: `${service.url}/`, networkId, webhookId, secret, hour, idsOf: () => stored, ...more });

describe('reconcile', () => {
  test('finds exactly what is missing and what is unknown, however the hour is divided', async () => {
    const numbers = fc.uniqueArray(fc.nat(60), { maxLength: 40 });
    const limit = fc.integer({ min: 1, max: 6 });
    await fc.assert(
      fc.asyncProperty(numbers, numbers, limit, limit, limit, async (ours, theirs, perSlice, slices, compared) => {
        const [recorded, stored] = [ours.map(idOf).sort(), theirs.map(idOf)];
        model = { recorded, perSlice, slices, compared };
        const { missing, unknown, ...rest } = await compare(stored);
        expect(missing.map(({ deliveryId }) => deliveryId)).toEqual(recorded.filter((id) => !stored.includes(id)));
        expect(unknown).toEqual(stored.filter((id) => !recorded.includes(id)).sort());
        expect(rest).toEqual({ hour, count: recorded.length, open: false, complete: missing.length === 0 });
      }),
      { numRuns: 60 },
    );
  });

  test('needs one request where nothing is missing, and takes ids from anywhere, in any order and repeated', async () => {
    const recorded = [1, 2, 3].map(idOf);
    model = { recorded, perSlice: 500, slices: 20, compared: 500 };
    async function* stored() {
      yield* [idOf(3), idOf(1), 'no id', '01JDEXAMPQ7W3N5Y8T2V4X6Z9A', idOf(2), idOf(1)];
    }
    const bounds: object[] = [];
    const idsOf = (asked: object) => {
      bounds.push(asked);
      return stored();
    };
    expect(await compare([], { idsOf })).toMatchObject({ complete: true, count: 3, unknown: [] });
    expect(requests).toEqual([{ path: `/hook/webhooks/${webhookId}/ledger`, ids: 0 }]);
    expect(bounds).toEqual([{ hour, first: '01M82GY140', last: '01M82MBWQZZZZZZZZZZZZZZZZZ' }]);
  });

  test('is not complete while a part of the hour is open, though nothing is missing', async () => {
    const recorded = [1, 2, 3].map(idOf);
    model = { recorded, perSlice: 1, slices: 1, compared: 500, openUntil: idOf(1) };
    expect(await compare(recorded)).toMatchObject({ open: true, complete: false, missing: [], count: 3 });
  });

  test('sends more ids than the service takes, or compares, in several requests', async () => {
    const recorded = Array.from({ length: 600 }, (_, n) => idOf(2 * n + 1));
    model = { recorded, perSlice: 600, slices: 20, compared: 500 };
    const stored = Array.from({ length: 2_050 }, (_, n) => idOf(2 * n));
    const { missing, unknown } = await compare(stored);
    expect({ missing: missing.length, unknown }).toEqual({ missing: 600, unknown: stored });
    expect(requests.map(({ ids }) => ids)).toEqual([0, 1_000, 1_000, 550]);
  });

  test('says since when the ids may be out of date: what arrives while they are read is not missing', async () => {
    model = { recorded: [idOf(1)], perSlice: 500, slices: 20, compared: 500 };
    let begunAt = '';
    const idsOf = async () => {
      begunAt = new Date().toISOString();
      await sleep(20);
      return [];
    };
    await compare([], { idsOf });
    const { readAt = '' } = requests[1] ?? {};
    expect(Date.parse(readAt)).toBeLessThanOrEqual(Date.parse(begunAt));
  });

  test('signs with all secrets during a rotation', async () => {
    model = { recorded: [], perSlice: 500, slices: 20, compared: 500 };
    expect(await compare([], { secret: [shortest, secret] })).toMatchObject({ complete: true });
  });

  test('asks again, newly signed, while the service is busy, and else rejects with what it says', async () => {
    model = { recorded: [], perSlice: 500, slices: 20, compared: 500 };
    failures = [503, 429];
    expect(await compare([])).toMatchObject({ complete: true });
    expect(new Set(requestIds).size).toBe(3);
    failures = [503, 503, 503];
    await expect(compare([])).rejects.toThrow(new LedgerError(503, 'not now'));
    for (const status of [401, 500]) {
      failures = [status];
      await expect(compare([])).rejects.toMatchObject({ name: 'LedgerError', status });
    }
  });

  test.each(['<h1>Welcome to the hotel</h1>', '["not now"]', ''])(
    'rejects with what came in place of a ledger: %j',
    async (text) => {
      const elsewhere = await startAnswering(200, {}, text);
      await expect(compare([], { url: elsewhere.url })).rejects.toEqual(new LedgerError(200, text || 'no JSON object'));
      await elsewhere.stop();
    },
  );

  test.each(malformedSecrets)('sends nothing with %s as its secret', async (_, malformed) => {
    await expect(compare([], { secret: [secret, malformed] })).rejects.toThrow(/^secret must be whsec_/);
    expect(requestIds).toEqual([]);
  });
});

test.each([
  ['half a minute at most', '3600', 30_000],
  ['half a minute at most, if it names a date', 'Tue, 19 Jan 2038 03:14:07 GMT', 30_000],
  ['a second where it does not say when', undefined, 1_000],
  ['a second where it says something else', 'soon', 1_000],
])('a busy service is asked again after %s', async (_, asked, milliseconds) => {
  model = { recorded: [], perSlice: 500, slices: 20, compared: 500 };
  [failures, retryAfter] = [[503], asked];
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate'] });
  const comparing = compare([]);
  await eventually(() => expect(jest.getTimerCount()).toBe(1));
  await jest.advanceTimersByTimeAsync(milliseconds - 1);
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
  expect(await comparing).toMatchObject({ complete: true });
});

test('the hour of an id is when its event was accepted; other texts have none', () => {
  expect(hourOf('01JDEXAMPQ7W3N5Y8T2V4X6Z9A')).toBe('2024-11-24T11');
  expect(['', '01JDEXAMPQ7W3N5Y8T2V4X6Z9', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'].map(hourOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('hours have settled a quarter of an hour after their end', () => {
  const since = new Date('2026-11-22T19:40:00Z');
  const hoursAt = (time: string) => settledHours(since, new Date(`2026-11-22T${time}Z`));
  expect(hoursAt('21:14:59.999')).toEqual(['2026-11-22T19']);
  expect(hoursAt('21:15:00')).toEqual(['2026-11-22T19', '2026-11-22T20']);
  expect(hoursAt('19:50:00')).toEqual([]);
});
