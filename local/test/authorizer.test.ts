import { describe, expect, test } from '@jest/globals';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { Authorizer } from '../gateway/authorizer.ts';
import { factsOf, requestWith } from './requests-of-tests.ts';

const facts = (authorization?: string) =>
  factsOf(requestWith({ headers: authorization === undefined ? {} : { authorization } }));

function authorizer(payload: unknown, cacheSeconds = 5) {
  const calls: string[] = [];
  let now = 1;
  const outcome: InvocationOutcome =
    payload === undefined
      ? { kind: 'failed', error: { errorType: 'Error', errorMessage: 'no', trace: [] }, requestId: '1' }
      : { kind: 'returned', payload: JSON.stringify(payload), requestId: '1' };
  const subject = new Authorizer({
    pool: {
      invoke(event) {
        calls.push(event);
        return Promise.resolve(outcome);
      },
    },
    identityHeader: 'Authorization',
    cacheSeconds,
    clock: { now: () => now },
  });
  return { subject, calls, advance: (milliseconds: number) => (now += milliseconds) };
}

describe('the authorizer', () => {
  test.each([undefined, ''])('refuses the identity %j with 401 and calls no function', async (identity) => {
    const { subject, calls } = authorizer({ isAuthorized: true });
    expect(await subject.decide(facts(identity))).toMatchObject({ kind: 'refused', response: { status: 401 } });
    expect(calls).toEqual([]);
  });

  test('is called once for an identity until its result is too old', async () => {
    const { subject, calls, advance } = authorizer({ isAuthorized: true, context: { features: ['blockUser'] } });
    for (const _ of [1, 2]) {
      expect(await subject.decide(facts('Bearer a'))).toEqual({
        kind: 'allowed',
        context: { features: ['blockUser'] },
      });
    }
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0] ?? '')).toMatchObject({ type: 'REQUEST', identitySource: ['Bearer a'], version: '2.0' });
    await subject.decide(facts('Bearer b'));
    expect(calls).toHaveLength(2);
    advance(5_000);
    await subject.decide(facts('Bearer a'));
    expect(calls).toHaveLength(2);
    advance(1);
    await subject.decide(facts('Bearer a'));
    expect(calls).toHaveLength(3);
  });

  test.each([
    [{ isAuthorized: false }, 403],
    [{ isAuthorized: 'true' }, 500],
    [null, 500],
    [undefined, 500],
  ])('that returns %j allows no request: %d', async (payload, status) => {
    const { subject, calls } = authorizer(payload);
    for (const _ of [1, 2])
      expect(await subject.decide(facts('Bearer a'))).toMatchObject({ kind: 'refused', response: { status } });
    // A failure is not kept, since the next call may succeed.
    expect(calls).toHaveLength(status === 500 ? 2 : 1);
  });
});
