import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_STATISTICS_HOURS } from '../../contract/statistics.ts';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import { attemptCountsTable, type HourOfAttempts } from '../../lambdas/delivery/deliveries-table/attempt-hours.ts';
import {
  BAND_BOUNDS,
  countOf,
  failuresOf,
  percentile,
  summaryOf,
  sumOf,
  totalsOf,
} from '../../lambdas/delivery/model/attempt-counts.ts';
import { attemptCounter, MANY_ATTEMPTS, QUIET_MILLISECONDS } from '../../lambdas/delivery/worker/attempt-counter.ts';
import { scriptedClient } from '../support/clients.ts';

const took = (milliseconds: number) => countOf({ class: 'delivered', statusCode: 200, milliseconds }, 'poll.didVote');
const failed = countOf({ class: 'timeout', milliseconds: 1503 }, 'poll.didVote');

describe('attempt counts', () => {
  test('count outcomes separately and add up in any order', () => {
    expect(totalsOf(sumOf([took(3), failed, took(12)]))).toEqual({ delivered: 2, failed: 1 });
    expect(sumOf([failed, sumOf([took(12), took(3)])])).toEqual(sumOf([took(3), failed, took(12)]));
  });

  test('have failures by status or class and by event, each of a bounded number of names', () => {
    const events = Array.from({ length: 1_000 }, (_, n) => (n % 2 === 0 ? 'poll.didVote' : `shop.didSell${n}`));
    const refused = events.map((event, n) =>
      countOf({ class: 'http_4xx', statusCode: 400 + (n % 100), milliseconds: 3 }, event),
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
    await attemptCountsTable(client, 'deliveries').add('wh_1', { hour: '2026-01-01T00', counts: failed });
    const expiresAt = Date.UTC(2026, 0, 1, MAX_STATISTICS_HOURS + 1) / 1000;
    expect(inputs).toMatchObject([{ ExpressionAttributeValues: { ':expiresAt': expiresAt } }]);
  });

  test('are spread evenly over their band', () => {
    expect(percentile(sumOf([210, 220, 230, 240].map(took)), 0.5)).toBe(250);
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
        const upper = BAND_BOUNDS.find((bound) => exact <= bound) ?? 0;
        const lower = BAND_BOUNDS[BAND_BOUNDS.indexOf(upper) - 1] ?? 0;
        const near = percentile(sumOf(all.map(took)), share);
        expect(near).toBeGreaterThanOrEqual(lower);
        expect(near).toBeLessThanOrEqual(upper);
      }),
    );
  });
});

/** A counter whose clock and timer the test controls, and what it has `written`. */
function counting(add: () => Promise<void> = async () => undefined) {
  let time = Date.UTC(2026, 0, 1);
  const timers: (() => void)[] = [];
  const written: string[] = [];
  const write = (webhookId: string, { hour, counts }: HourOfAttempts) => {
    const { delivered, failed } = totalsOf(counts);
    written.push(`${webhookId} ${hour}: ${delivered}+${failed}`);
    return add();
  };
  const counter = attemptCounter(
    { add: write },
    () => time,
    (callBack) => void timers.push(callBack),
  );
  return {
    written,
    timers,
    later: (milliseconds: number) => {
      time += milliseconds;
    },
    ring: () => {
      for (const callBack of timers.splice(0)) callBack();
    },
    batch: async (webhookId: string, count = 1, outcome: Partial<AttemptOutcome> = {}) => {
      const whole = {
        class: 'delivered',
        milliseconds: 20,
        startedAt: '2026-01-01T00:59:59.999Z',
        ...outcome,
      } as const;
      for (let i = 0; i < count; i++) counter.note(webhookId, 'channel.didCreate', whole);
      await counter.settle();
    },
  };
}

describe('the attempt counter', () => {
  test('writes the attempts of a rare batch at its end, in one write', async () => {
    const { batch, later, written } = counting();
    await batch('a', 7);
    later(QUIET_MILLISECONDS + 1);
    await batch('a', 1, { class: 'http_4xx' });
    expect(written).toEqual(['a 2026-01-01T00: 7+0', 'a 2026-01-01T00: 0+1']);
  });

  test('collects the attempts of frequent batches, until time has passed or there are many', async () => {
    const { batch, later, written } = counting();
    await batch('a');
    for (let i = 0; i < MANY_ATTEMPTS - 1; i++) await batch('a');
    expect(written).toHaveLength(1);
    await batch('a');
    expect(written.slice(1)).toEqual([`a 2026-01-01T00: ${MANY_ATTEMPTS}+0`]);
    await batch('a');
    later(QUIET_MILLISECONDS + 1);
    await batch('b');
    expect(written.slice(2)).toEqual(['a 2026-01-01T00: 1+0', 'b 2026-01-01T00: 1+0']);
  });

  test('writes the rest when its timer fires, which is set once', async () => {
    const { batch, ring, timers, written } = counting();
    for (let i = 0; i < 4; i++) await batch('a');
    expect(written).toHaveLength(1);
    expect(timers).toHaveLength(1);
    ring();
    expect(written.slice(1)).toEqual(['a 2026-01-01T00: 3+0']);
    await batch('a');
    ring();
    expect(written.slice(2)).toEqual(['a 2026-01-01T00: 1+0']);
  });

  test('counts an attempt in the hour in which it began', async () => {
    const { batch, ring, written } = counting();
    await batch('a');
    await batch('a');
    await batch('a', 2, { startedAt: '2026-01-01T01:00:00.000Z' });
    ring();
    expect(written.slice(1)).toEqual(['a 2026-01-01T00: 1+0', 'a 2026-01-01T01: 2+0']);
  });

  test('does not fail a batch because of a failed write', async () => {
    const { batch, written } = counting(() => Promise.reject(new Error('throttled')));
    await batch('a');
    expect(written).toHaveLength(1);
  });

  test('settles when its writes have ended, those of the timer included', async () => {
    let end = () => {};
    const { batch, ring } = counting(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    const first = batch('a');
    end();
    await first;
    await batch('a');
    ring();
    let isOver = false;
    const second = batch('a').then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    end();
    await second;
  });

  test('collects attempts for a limited number of webhooks', async () => {
    const { batch, written } = counting();
    for (let i = 0; i < 1500; i++) await batch(`w${i}`);
    for (let i = 0; i < 1500; i++) await batch(`w${i}`);
    expect(written.length).toBeGreaterThanOrEqual(2000);
  });
});
