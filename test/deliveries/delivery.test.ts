import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import {
  abandoned,
  type Delivery,
  deliveryAfterAttempt,
  held,
  MAX_ATTEMPTS_KEPT,
  newDelivery,
  retryDelay,
} from '../../lambdas/deliveries/delivery.ts';

const acceptedAt = '2026-01-01T00:00:00.000Z';
const startedAt = '2026-01-01T00:00:05.000Z';
const origin = {
  deliveryId: v.parse(DeliveryId, `0${'A'.repeat(25)}`),
  networkId: v.parse(NetworkId, 'demo'),
  webhookId: 'wh_1',
  eventId: v.parse(EventId, 'e1'),
  event: 'a.b',
  generation: 2,
};
const fresh = newDelivery({ ...origin, acceptedAt });
const terms = { settings: { retryDelaysSeconds: [10, 100] }, now: Date.parse(startedAt) + 1_000, random: 0.5 };
const success: AttemptOutcome = { startedAt, milliseconds: 20, class: 'delivered', statusCode: 200 };
const failure: AttemptOutcome = {
  startedAt,
  milliseconds: 30,
  class: 'http_5xx',
  statusCode: 503,
  remoteAddress: '192.0.2.1',
  responseStart: 'no',
  responseHeaders: 'server: nginx',
  retryAfterSeconds: 15,
};
const insecure: AttemptOutcome = { startedAt, milliseconds: 9, class: 'tls', errorCode: 'CERT_HAS_EXPIRED' };
const timeout: AttemptOutcome = { startedAt, milliseconds: 1_500, class: 'timeout' };
const tried = (delivery: Delivery, outcome: AttemptOutcome) => deliveryAfterAttempt(delivery, outcome, terms);

describe('after an attempt a delivery', () => {
  test('is delivered, if the receiver took it, and waits for nothing', () => {
    const delivered = tried(held(fresh, 'window_full'), success);
    expect(delivered).toEqual({
      ...fresh,
      state: 'delivered',
      class: 'delivered',
      statusCode: 200,
      attempts: [{ number: 1, ...success }],
      attemptCount: 1,
      attemptsOnSchedule: 1,
      lastAttemptAt: startedAt,
    });
  });

  test('keeps the code of each error', () => {
    const { attempts } = tried(tried(fresh, insecure), failure);
    expect(attempts.map(({ errorCode }) => errorCode)).toEqual(['CERT_HAS_EXPIRED', undefined]);
  });

  test('keeps the headers of the latest response only', () => {
    const { attempts } = tried(tried(fresh, failure), failure);
    expect(attempts.map(({ responseHeaders }) => responseHeaders)).toEqual([undefined, 'server: nginx']);
    expect(attempts.map(({ responseStart }) => responseStart)).toEqual(['no', 'no']);
  });

  test('is attempted again when the schedule and the receiver say, without what only the schedule needs', () => {
    const { retryAfterSeconds: _, ...seen } = failure;
    expect(tried(fresh, failure)).toEqual({
      ...fresh,
      state: 'retrying',
      next: { kind: 'at', at: '2026-01-01T00:00:21.000Z' },
      class: 'http_5xx',
      statusCode: 503,
      attempts: [{ number: 1, ...seen }],
      attemptCount: 1,
      attemptsOnSchedule: 1,
      lastAttemptAt: startedAt,
    });
  });

  test('has the status code of the last attempt only', () => {
    expect(tried(tried(fresh, failure), timeout)).not.toHaveProperty('statusCode');
  });

  test('has failed after the last attempt of the schedule', () => {
    const second = tried(tried(fresh, timeout), timeout);
    expect(second).toMatchObject({ state: 'retrying', next: { at: '2026-01-01T00:01:46.000Z' } });
    const last = tried(second, timeout);
    expect(last).toMatchObject({ state: 'failed', class: 'timeout', attemptCount: 3, attemptsOnSchedule: 3 });
    expect(last).not.toHaveProperty('next');
  });

  test('has failed, if the receiver is gone, or no other attempt can succeed', () => {
    for (const outcomeClass of ['aborted', 'bus_too_large'] as const)
      expect(tried(fresh, { ...timeout, class: outcomeClass })).toMatchObject({ state: 'failed', class: outcomeClass });
    expect(tried(fresh, { ...failure, class: 'http_4xx', statusCode: 410 })).toMatchObject({ state: 'failed' });
    expect(tried(fresh, { ...failure, class: 'http_4xx', statusCode: 404 })).toMatchObject({ state: 'retrying' });
  });

  test('keeps the latest attempts with their numbers', () => {
    let delivery = fresh;
    for (let n = 0; n < MAX_ATTEMPTS_KEPT + 2; n++) delivery = tried({ ...delivery, attemptsOnSchedule: 0 }, timeout);
    expect(delivery.attemptCount).toBe(MAX_ATTEMPTS_KEPT + 2);
    const numbers = Array.from({ length: MAX_ATTEMPTS_KEPT }, (_, n) => n + 3);
    expect(delivery.attempts.map(({ number }) => number)).toEqual(numbers);
  });
});

describe('a delivery in the backlog', () => {
  test('says why, until it was attempted', () => {
    expect(held(fresh, 'receiver_down')).toEqual({ ...fresh, next: { kind: 'held' }, class: 'receiver_down' });
    const attempted = tried(fresh, timeout);
    expect(held({ ...attempted, state: 'failed' }, 'window_full')).toEqual({
      ...attempted,
      state: 'retrying',
      next: { kind: 'held' },
    });
  });

  test('that is abandoned has failed, for that reason', () => {
    const { next: _, ...lasting } = tried(fresh, failure);
    const webhookDisabled = abandoned(tried(fresh, failure), 'webhook_disabled');
    expect(webhookDisabled).toEqual({ ...lasting, state: 'failed', class: 'webhook_disabled' });
  });
});

const settings = { retryDelaysSeconds: [10, 100] };
const MIDDLE = 0.5;

describe('the delay before the next attempt', () => {
  test.each([
    [0, 8_000],
    [0.25, 9_000],
    [1, 12_000],
  ])('varies by a fifth in either direction: with the random number %d it is %d ms of 10 s', (random, milliseconds) => {
    expect(retryDelay(settings, 1, undefined, random)).toBe(milliseconds);
  });

  test.each([
    ['longer', 15, 15_000],
    ['shorter', 3, 10_000],
    ['much longer', 3_600, 20_000],
  ])('is at least what the receiver asks for, up to twice the planned one: %s, %d s', (_, asked, milliseconds) => {
    expect(retryDelay(settings, 1, asked, MIDDLE)).toBe(milliseconds);
  });

  test('is in whole milliseconds', () => {
    expect(retryDelay({ retryDelaysSeconds: [0.0016] }, 1, undefined, MIDDLE)).toBe(2);
  });
});
