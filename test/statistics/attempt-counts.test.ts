import { describe, expect, test } from '@jest/globals';
import { DURATION_BOUNDS, percentile } from '../../contract/attempt-counts.ts';
import { MAX_STATISTICS_HOURS } from '../../contract/statistics.ts';
import {
  countOf,
  durationsOf,
  failuresOf,
  summaryOf,
  sumOf,
  totalsOf,
} from '../../lambdas/statistics/attempt-counts.ts';
import { attemptCountsTable } from '../../lambdas/statistics/attempt-hours-table.ts';
import { statisticsOf } from '../../lambdas/statistics/statistics-response.ts';
import { scriptedClient } from '../support/clients.ts';
import fc from '../support/fast-check.ts';

const startedAt = '2026-11-21T18:09:59.999Z';
const took = (milliseconds: number) =>
  countOf({ class: 'delivered', statusCode: 200, milliseconds, startedAt }, 'poll.didVote');
const failed = countOf({ class: 'timeout', milliseconds: 1503, startedAt }, 'poll.didVote');

describe('attempt counts', () => {
  test('count outcomes separately and add up in any order', () => {
    expect(totalsOf(sumOf([took(3), failed, took(12)]))).toEqual({ delivered: 2, failed: 1 });
    expect(sumOf([failed, sumOf([took(12), took(3)])])).toEqual(sumOf([took(3), failed, took(12)]));
  });

  test('are those of the five minutes in which they began, which are listed for two hours', () => {
    const now = Date.parse('2026-11-21T18:10:00.000Z');
    const early = countOf({ class: 'delivered', milliseconds: 3, startedAt: '2026-11-21T18:05:00.000Z' }, 'a.b');
    const other = countOf({ class: 'delivered', milliseconds: 3, startedAt: '2026-11-21T18:00:00.000Z' }, 'a.b');
    const hours = [
      { hour: '2026-11-21T18', counts: sumOf([took(3), failed]) },
      { hour: '2026-11-21T18', counts: sumOf([early, other]) },
      // Until 16:10 and from 16:15 on; and an hour of which only the sum is known.
      { hour: '2026-11-21T16', counts: { deliveredCount: 2, d5: 1, d15: 1 } },
      { hour: '2026-11-21T17', counts: { deliveredCount: 2 } },
    ];
    expect(statisticsOf(hours, now).periods).toEqual([
      { at: '2026-11-21T16:15:00.000Z', delivered: 1, failed: 0 },
      { at: '2026-11-21T18:00:00.000Z', delivered: 1, failed: 0 },
      { at: '2026-11-21T18:05:00.000Z', delivered: 2, failed: 1 },
    ]);
  });

  test('have failures by status or class and by event, each of a bounded number of names', () => {
    const events = Array.from({ length: 1_000 }, (_, n) => (n % 2 === 0 ? 'poll.didVote' : `shop.didSell${n}`));
    const refused = events.map((event, n) =>
      countOf({ class: 'http_4xx', statusCode: 400 + (n % 100), milliseconds: 3, startedAt }, event),
    );
    const { failuresByResult, failuresByEvent } = failuresOf(sumOf([took(3), failed, ...refused]));
    expect(failuresByEvent).toEqual({ 'poll.didVote': 501, other: 500 });
    expect(failuresByResult).toMatchObject({ timeout: 1, 404: 10, 429: 10, http_4xx: 880 });
  });

  test('have no percentiles without attempts', () => {
    expect(summaryOf({})).toEqual({ delivered: 0, failed: 0 });
  });

  test('are stored until no route shows their hour any more', async () => {
    const { client, inputs } = scriptedClient(() => ({}));
    await attemptCountsTable(client, 'deliveries').add('wh_1', { hour: '2026-01-01T00', counts: failed }, 'a0');
    const expiresAt = Date.UTC(2026, 0, 1, MAX_STATISTICS_HOURS + 1) / 1000;
    expect(inputs).toMatchObject([{ ExpressionAttributeValues: { ':expiresAt': expiresAt } }]);
  });

  test('are spread evenly over their band', () => {
    expect(percentile(durationsOf(sumOf([210, 220, 230, 240].map(took))), 0.5)).toBe(250);
    const all = [...Array(94).fill(3), ...Array(6).fill(400)].map(took);
    expect(summaryOf(sumOf(all))).toEqual({ delivered: 100, failed: 0, p50: 3, p95: 333 });
  });

  test('have the last bound as the duration of longer attempts', () => {
    expect(summaryOf(failed)).toEqual({ delivered: 0, failed: 1, p50: 1500, p95: 1500 });
  });

  test('have percentiles in the band of the exact one', () => {
    const durations = fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.01, 0.5, 0.95, 1), (all, share) => {
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? 0;
        const upper = DURATION_BOUNDS.find((bound) => exact <= bound) ?? 0;
        const lower = DURATION_BOUNDS[DURATION_BOUNDS.indexOf(upper) - 1] ?? 0;
        const near = percentile(durationsOf(sumOf(all.map(took))), share);
        expect(near).toBeGreaterThanOrEqual(lower);
        expect(near).toBeLessThanOrEqual(upper);
      }),
    );
  });
});
