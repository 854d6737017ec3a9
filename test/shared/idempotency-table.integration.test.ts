/** Which requests with idempotency keys are the same, and for how long. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { type ClaimResult, idempotencyTable, type KeyedRequest } from '../../lambdas/shared/idempotency-table.ts';
import { lossyClient } from '../support/clients.ts';
import fc from '../support/fast-check.ts';
import { connection } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const tableName = connection().tables.webhooks;
let clock = Date.now();
const table = idempotencyTable(connection().client, tableName, () => clock);

const newRequest = (): KeyedRequest => ({ networkId: `t-${randomUUID().slice(0, 18)}`, key: ['k'], content: ['c'] });

/** The claim of a request. Throws where it has another result. */
function claimIn(result: ClaimResult) {
  if (result.kind !== 'claimed') throw new Error(`The request is ${result.kind}.`);
  return result.claim;
}

// Texts that run into each other where they are put together without care.
const texts = fc.array(fc.constantFrom('a', 'b', 'a","b', '', '["a"]'), { minLength: 1, maxLength: 3 });

test('a request is another one if anything of it differs: the network, the operation, the caller, the key', async () => {
  const both = fc.tuple(fc.constantFrom('a', 'a#requests', 'b'), texts, texts);
  await fc.assert(
    fc.asyncProperty(both, both, fc.boolean(), async (one, other, isFinished) => {
      const run = randomUUID();
      const requestOf = ([networkId, key, content]: typeof one) => ({ networkId, key: [run, ...key], content });
      const claim = claimIn(await table.claim(requestOf(one), clock + 1_000));
      if (isFinished) await table.finish(claim, '{"done":true}');
      const { kind } = await table.claim(requestOf(other), clock + 1_000);
      const isSame = (index: 0 | 1 | 2) => JSON.stringify(one[index]) === JSON.stringify(other[index]);
      if (!isSame(0) || !isSame(1)) expect(kind).toBe('claimed');
      else if (!isSame(2)) expect(kind).toBe('another request');
      else expect(kind).toBe(isFinished ? 'done' : 'in flight');
    }),
    { numRuns: 100 },
  );
});

test('a response is kept for 24 hours, and counts for nothing after that although DynamoDB still has it', async () => {
  const request = newRequest();
  const claim = claimIn(await table.claim(request, clock + 1_000));
  await table.finish(claim, '{"done":true}');
  const began = clock;
  clock = began + 24 * HOUR_MS - 2_000;
  expect(await table.claim(request, clock + 1_000)).toEqual({ kind: 'done', response: '{"done":true}' });
  expect(await table.claim({ ...request, content: ['d'] }, clock + 1_000)).toEqual({ kind: 'another request' });
  clock = began + 24 * HOUR_MS;
  const later = claimIn(await table.claim({ ...request, content: ['d'] }, clock + 1_000));
  expect(later).toMatchObject({ isFirst: true });
  expect(later.seed).not.toEqual(claim.seed);
});

test('a claim ends at its time, and the next one has the same seed; of several at once one gets it', async () => {
  const request = newRequest();
  const first = claimIn(await table.claim(request, clock + 10_000));
  expect(await table.claim(request, clock + 10_000)).toEqual({ kind: 'in flight', until: clock + 10_000 });
  clock += 10_000;
  const standings = await Promise.all(Array.from({ length: 5 }, () => table.claim(request, clock + 10_000)));
  const claims = standings.flatMap((result) => (result.kind === 'claimed' ? [result.claim] : []));
  expect(standings.filter(({ kind }) => kind === 'in flight')).toHaveLength(4);
  expect(claims).toMatchObject([{ seed: first.seed, isFirst: false }]);
  // The first one was only slow.
  await table.finish(first, '{"by":"first"}');
  await table.finish(claimIn({ kind: 'claimed', claim: claims[0] ?? first }), '{"by":"second"}');
  await table.release(first);
  expect(await table.claim(request, clock)).toEqual({ kind: 'done', response: '{"by":"second"}' });
});

test('a request that is released has the same seed again, and one that is forgotten is a new one', async () => {
  const request = newRequest();
  const first = claimIn(await table.claim(request, clock + 10_000));
  await table.release(first);
  const second = claimIn(await table.claim(request, clock + 10_000));
  expect(second).toMatchObject({ seed: first.seed, isFirst: false });
  expect(await table.claim({ ...request, content: ['d'] }, clock)).toEqual({ kind: 'another request' });
  await table.forget(second);
  expect(await table.claim({ ...request, content: ['d'] }, clock)).toMatchObject({ claim: { isFirst: true } });
});

const lossy = { response: lossyClient('response'), request: lossyClient('request') };
afterAll(() => {
  for (const client of Object.values(lossy)) client.destroy();
});

test.each(['response', 'request'] as const)('a claim holds although the %s of each write was lost', async (loss) => {
  const onBadConnection = idempotencyTable(lossy[loss], tableName, () => clock);
  const request = newRequest();
  await onBadConnection.release(claimIn(await onBadConnection.claim(request, clock + 10_000)));
  const claim = claimIn(await onBadConnection.claim(request, clock + 10_000));
  expect(claim.isFirst).toBe(false);
  await onBadConnection.finish(claim, '{"done":true}');
  expect(await onBadConnection.claim(request, clock)).toEqual({ kind: 'done', response: '{"done":true}' });
});
