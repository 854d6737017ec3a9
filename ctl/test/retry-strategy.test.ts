import { expect, test } from '@jest/globals';
import { type Clock, retryStrategy } from '../retry-strategy.ts';

/** A clock that waits for nothing. */
function virtualClock(): Clock & { readonly waits: number[] } {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
}

/** Repeats a call that always fails in this way, and returns how it waited until it was given up. */
async function given(failure: { readonly errorType: string; readonly error?: unknown }, isLocal = false) {
  const clock = virtualClock();
  const noted: number[] = [];
  const { signal } = new AbortController();
  const retries = retryStrategy({ signal, onWait: () => noted.push(clock.now()) }, isLocal, clock);
  let attempt = await retries.acquireInitialRetryToken();
  for (;;) {
    try {
      attempt = await retries.refreshRetryTokenForRetry(attempt, failure);
    } catch {
      return { waits: clock.waits, noted, milliseconds: clock.now() };
    }
  }
}

const refusedConnection = { errorType: 'TRANSIENT', error: { code: 'ECONNREFUSED' } };

test.each([{ errorType: 'THROTTLING' }, { errorType: 'TRANSIENT' }, { errorType: 'SERVER_ERROR' }, refusedConnection])(
  'a call that fails with %j is repeated for ten minutes, ever more seldom',
  async (failure) => {
    const { waits, milliseconds } = await given(failure);
    expect(milliseconds).toBeGreaterThan(9 * 60_000);
    expect(milliseconds).toBeLessThanOrEqual(10 * 60_000);
    expect(waits.length).toBeLessThan(100);
    expect(Math.max(...waits.slice(0, 1))).toBeLessThanOrEqual(100);
    expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
  },
);

test.each([
  ['the request itself is wrong', { errorType: 'CLIENT_ERROR' }, false],
  ['a local cloud has ended', refusedConnection, true],
])('a call is not repeated where %s', async (_, failure, isLocal) => {
  expect((await given(failure, isLocal)).waits).toEqual([]);
});

test('a call to a local cloud is repeated where that fails for a while', async () => {
  expect((await given({ errorType: 'TRANSIENT', error: { code: 'ECONNRESET' } }, true)).waits).not.toEqual([]);
});

test('people are told of long waits, at most every ten seconds', async () => {
  const { noted } = await given({ errorType: 'THROTTLING' });
  expect(noted[0]).toBeGreaterThan(500);
  expect(noted.length).toBeGreaterThan(10);
  for (const [index, time] of noted.slice(1).entries())
    expect(time - (noted[index] ?? 0)).toBeGreaterThanOrEqual(10_000);
});

test('the signal ends a wait at once, and further calls', async () => {
  const end = new AbortController();
  const retries = retryStrategy({ signal: end.signal, onWait: () => {} }, false);
  const attempt = await retries.acquireInitialRetryToken();
  const tenth = { ...attempt, getRetryCount: () => 10 };
  const waiting = retries.refreshRetryTokenForRetry(tenth, { errorType: 'THROTTLING' });
  end.abort();
  await expect(waiting).rejects.toThrow('aborted');
  await expect(retries.acquireInitialRetryToken()).rejects.toThrow('aborted');
});
