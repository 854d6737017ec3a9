/** The activity of a session, as the hook shows it. */
import { expect, test } from '@jest/globals';
import { eventually } from '../../test/support/eventually.ts';
import fc from '../../test/support/fast-check.ts';
import { createClient } from '../index.ts';
import { activityStore } from '../react/activity-store.ts';

const PAGE = 20;
/** The times of the records, descending. */
let records: readonly number[];
let requests: number;
let isRefused: boolean;

async function service(url: string): Promise<Response> {
  requests += 1;
  if (isRefused) return Response.json({ status: 'error', code: 500000, message: 'unavailable' }, { status: 503 });
  const after = new URL(url).searchParams.get('createdAt');
  const rest = records.filter((time) => after === null || time < Number(after));
  const data = rest.slice(0, PAGE).map((time) => ({ createdAt: `${time}`, networkId_userId: 'n_me' }));
  return Response.json({ data, ...(rest.length > PAGE && { start: data.at(-1) }) });
}

function open() {
  requests = 0;
  isRefused = false;
  const client = createClient({ baseUrl: 'http://service', token: 'token', retries: 0, fetch: service });
  const store = activityStore(client);
  let changes = 0;
  const read = async (begin: () => unknown) => {
    const before = changes;
    begin();
    await eventually(() => expect(changes).toBeGreaterThan(before));
  };
  const times = () => store.getSnapshot().items.map(({ createdAt }) => Number(createdAt));
  const subscribe = () =>
    store.subscribe(() => {
      changes += 1;
    });
  return { client, store, times, read, subscribe };
}

test('what was shown is read anew as far as it was, with what came before, between and after', async () => {
  const times = fc.uniqueArray(fc.integer({ min: 100, max: 999 }), { maxLength: 90, size: 'max' });
  await fc.assert(
    fc.asyncProperty(times, times, fc.nat(4), async (first, later, more) => {
      const descending = (list: readonly number[]) => [...new Set(list)].toSorted((a, b) => b - a);
      records = descending(first);
      const { store, times: shown, read, subscribe } = open();
      await read(subscribe);
      for (let n = 0; n < more; n++) await store.loadMore();
      const count = Math.min(records.length, PAGE * (more + 1));
      expect(shown()).toEqual(records.slice(0, count));
      expect(store.getSnapshot().hasMore).toBe(count < records.length);
      records = descending([...first, ...later]);
      await read(store.refresh);
      const anew = Math.min(records.length, Math.max(PAGE, Math.ceil(count / PAGE) * PAGE));
      expect(shown()).toEqual(records.slice(0, anew));
      while (store.getSnapshot().hasMore) await store.loadMore();
      expect(shown()).toEqual(records);
    }),
    { numRuns: 50 },
  );
});

test('stays when blocks change and when it can’t be read, and is forgotten with everything else', async () => {
  records = [2, 1];
  const { client, store, times, read, subscribe } = open();
  await read(subscribe);
  client.blocks.clear('changed');
  expect(times()).toEqual([2, 1]);
  expect(requests).toBe(1);
  isRefused = true;
  await read(store.refresh);
  expect(store.getSnapshot()).toMatchObject({ status: 'ready', error: { status: 503 } });
  expect(times()).toEqual([2, 1]);
  await read(() => client.blocks.clear());
  expect(store.getSnapshot()).toMatchObject({ status: 'loading', items: [] });
  await eventually(() => expect(store.getSnapshot()).toMatchObject({ status: 'failed', error: { status: 503 } }));
});

test('two clicks on “more” read one page, and more than there is reads nothing', async () => {
  records = Array.from({ length: 30 }, (_, n) => 100 - n);
  const { store, times, read, subscribe } = open();
  await read(subscribe);
  await Promise.all([store.loadMore(), store.loadMore()]);
  expect(times().length).toBe(30);
  expect(requests).toBe(2);
  await store.loadMore();
  expect(requests).toBe(2);
});
