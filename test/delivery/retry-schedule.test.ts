import { describe, expect, test } from '@jest/globals';
import { retryDelay } from '../../lambdas/delivery/model/delivery.ts';

const settings = { retryDelaysSeconds: [10, 100] };
const MIDDLE = 0.5;

describe('the delay before the next attempt', () => {
  test.each([
    ['the first of the schedule after one attempt', 1, 10_000],
    ['the next after two', 2, 100_000],
    ['undefined after the last attempt', 3, undefined],
  ])('is %s', (_, attempts, milliseconds) => {
    expect(retryDelay(settings, attempts, undefined, MIDDLE)).toBe(milliseconds);
  });

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
