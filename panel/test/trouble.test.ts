/** What the banner knows of the API: when it comes, what it says, and when reads are repeated. */
import { describe, expect, jest, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@social-platform-services/client';
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { backoffOf, type Trouble, troubleOf, watchReads } from '../api/trouble.ts';

const failing = new ApiError('', { status: 503, source: 'gateway', detail: [], requestId: 'r1' });
const throttled = new ApiError('', { status: 429, source: 'service', detail: [] });
const away = new ConnectionError('unreachable', '');

notifyManager.setScheduler((notify) => notify());

/** Watches a read that has succeeded once, and that then behaves as the last given function, and others. */
async function watched() {
  const retry = (_: number, error: Error) => error === throttled;
  const queries = new QueryClient({
    defaultOptions: { queries: { retry, retryDelay: 60_000, networkMode: 'always' } },
  });
  let behaviour: () => Promise<string> = async () => 'fine';
  const seen: (Trouble['kind'] | undefined)[] = [];
  watchReads(queries.getQueryCache(), (trouble) => seen.push(trouble?.kind));
  const also = (queryKey: [string], queryFn: () => Promise<string>) =>
    new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  const leave = also(['read'], () => behaviour());
  const read = (next: () => Promise<string>) => {
    behaviour = next;
    return queries.refetchQueries();
  };
  await queries.refetchQueries();
  return { seen, read, leave, also };
}

describe('the trouble with the API', () => {
  test('is what the last read met, and is over with its first response, or with its screen', async () => {
    const { seen, read, leave, also } = await watched();
    await read(() => Promise.reject(failing));
    expect(seen.at(-1)).toBe('failing');
    await read(() => Promise.reject(away));
    expect(seen.at(-1)).toBe('unreachable');
    await read(async () => 'fine');
    expect(seen.at(-1)).toBeUndefined();
    const leaveOther = also(['other'], () => Promise.reject(away));
    await read(() => Promise.reject(failing));
    expect(seen.at(-1)).toBe('unreachable');
    leaveOther();
    expect(seen.at(-1)).toBe('failing');
    leave();
    expect(seen.at(-1)).toBeUndefined();
  });

  test('is noticed after 8 s without a response, if none is known and the read does not wait', async () => {
    jest.useFakeTimers();
    try {
      const { seen, read, leave } = await watched();
      void read(() => Promise.reject(throttled));
      await jest.advanceTimersByTimeAsync(9_000);
      expect(seen.at(-1)).toBeUndefined();
      void read(() => new Promise(() => {}));
      await jest.advanceTimersByTimeAsync(7_900);
      expect(seen.at(-1)).toBeUndefined();
      await jest.advanceTimersByTimeAsync(200);
      expect(seen.at(-1)).toBe('slow');
      await read(() => Promise.reject(away));
      void read(() => new Promise(() => {}));
      await jest.advanceTimersByTimeAsync(9_000);
      expect(seen.at(-1)).toBe('unreachable');
      leave();
    } finally {
      jest.useRealTimers();
    }
  });

  test('is no refusal of the caller’s, and nothing that the caller has ended', () => {
    expect(troubleOf(failing)).toEqual({ kind: 'failing', requestId: 'r1' });
    expect(troubleOf(new ConnectionError('timed-out', ''))).toEqual({ kind: 'slow' });
    expect(troubleOf(new ConnectionError('aborted', ''))).toBeUndefined();
    expect(troubleOf(new ApiError('', { status: 404, source: 'service', detail: [] }))).toBeUndefined();
  });

  test('has reads wait as long again as it has lasted, from 5 s to a minute', () => {
    const waitAfter = (seconds: number, interval: number) =>
      backoffOf({ error: away, dataUpdatedAt: 1 }, interval, 1 + seconds * 1_000);
    expect([1, 20, 300].map((seconds) => waitAfter(seconds, 0))).toEqual([5_000, 20_000, 60_000]);
    expect([61, 80, 300].map((seconds) => waitAfter(seconds, 60_000))).toEqual([5_000, 20_000, 60_000]);
    expect(backoffOf({ error: away, dataUpdatedAt: 0 }, 60_000, 1e12)).toBe(5_000);
    expect(backoffOf({ error: null, dataUpdatedAt: 1 }, 0, 10_000)).toBeUndefined();
  });
});
