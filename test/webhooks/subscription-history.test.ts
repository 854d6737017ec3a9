import { expect, test } from '@jest/globals';
import { subscriptionSince } from '../../lambdas/webhooks/subscription-history.ts';
import fc from '../support/fast-check.ts';
import { webhookOfTests } from '../support/samples.ts';

const start = Date.parse('2026-01-01T12:00:00.000Z');
const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();

const change = fc.record({
  field: fc.constantFrom('events', 'filter', 'description'),
  from: fc.option(fc.constantFrom('a.*', 'a.*, b.c', '{"data":{"a":[1]}}'), { nil: undefined }),
});
const changes = fc.array(fc.record({ seconds: fc.nat(9), changes: fc.array(change, { maxLength: 2 }) }));

test('what a webhook asked for at a time is what the first change after that has replaced', async () => {
  const webhook = webhookOfTests({ events: ['now.*'], filter: '{"event":["now.is"]}', createdAt: at(1) });
  await fc.assert(
    fc.asyncProperty(changes, fc.nat(10), async (made, seconds) => {
      const entries = made
        .toSorted((a, b) => a.seconds - b.seconds)
        .map((one) => ({
          at: at(one.seconds),
          changes: one.changes.map(({ field, from }) => ({ field, ...(from !== undefined && { from }) })),
        }));
      const before = (field: string) =>
        entries
          .filter((entry) => at(seconds) < entry.at)
          .flatMap((entry) => entry.changes)
          .find((one) => one.field === field);
      const [events, filter] = [before('events'), before('filter')];
      const asked = (await subscriptionSince({ changesOf: async () => entries }, webhook, start))(at(seconds));
      expect(asked).toEqual(
        seconds < 1
          ? { events: [], filter: '' }
          : {
              events: events?.from?.split(', ') ?? webhook.events,
              filter: filter === undefined ? webhook.filter : (filter.from ?? ''),
            },
      );
    }),
  );
});
