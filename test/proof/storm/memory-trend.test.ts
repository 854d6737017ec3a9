import { describe, expect, test } from '@jest/globals';
import { minuteMeans, trendOf } from './memory-trend.ts';

const minutes = (values: readonly number[]) => values.map((value, minute) => ({ hours: minute / 60, value }));

describe('the trend of readings', () => {
  test('of a line is its slope, without an error', () => {
    const { perHour, error } = trendOf(minutes([1, 2, 3, 4, 5]));
    expect(perHour).toBeCloseTo(60);
    expect(error).toBeCloseTo(0);
  });

  test('of readings that go up and down includes 0', () => {
    const { perHour, error } = trendOf(minutes([5, 7, 5, 7, 5, 7, 5]));
    expect(Math.abs(perHour)).toBeLessThan(error);
  });

  test('has the error that the t distribution gives', () => {
    // By hand: residuals 0.4, -0.5, 0.1, -0.3, 0.3 around 1 + x; sum of squares 0.6; t of 3 degrees is 3.18.
    const { perHour, error } = trendOf([1.4, 1.5, 3.1, 3.7, 5.3].map((value, hours) => ({ hours, value })));
    expect(perHour).toBeCloseTo(1);
    expect(error / (3.182 * Math.sqrt(0.6 / 3 / 10))).toBeCloseTo(1, 1);
  });

  test('is unknown for fewer than five readings', () => {
    expect(trendOf(minutes([1, 2, 3, 4])).perHour).toBeNaN();
  });
});

test('readings of a minute become their mean, in its middle', () => {
  const readings = [0, 10, 59, 60].map((second) => ({ hours: second / 3_600, value: second }));
  expect(minuteMeans(readings)).toEqual([
    { hours: 0.5 / 60, value: 23 },
    { hours: 1.5 / 60, value: 60 },
  ]);
});
