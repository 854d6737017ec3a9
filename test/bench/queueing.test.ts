/** Waiting times, compared with cases that are computed by hand. */
import { describe, expect, test } from '@jest/globals';
import { busyServers, probabilityOfWaiting, waitQuantile } from '../../bench/model/queueing.ts';

describe('a station', () => {
  test('is busy as much as arrivals times service time', () => {
    expect(busyServers({ arrivals: 20, service: 0.1 })).toBeCloseTo(2);
  });

  test('with one server makes as many wait as it is busy', () => {
    expect(probabilityOfWaiting(1, 0.5)).toBeCloseTo(0.5);
  });

  test('with two servers and a load of one makes a third wait', () => {
    expect(probabilityOfWaiting(2, 1)).toBeCloseTo(1 / 3);
  });

  test('that is overloaded makes all wait, for ever', () => {
    expect(probabilityOfWaiting(2, 2)).toBe(1);
    expect(waitQuantile({ servers: 2, arrivals: 20, service: 0.1, variation: 1 }, 0.5)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the wait for one server that is busy half of the time, with a service of a second', () => {
  const station = { servers: 1, arrivals: 0.5, service: 1, variation: 1 };

  test('is nothing for half of the arrivals', () => {
    expect(waitQuantile(station, 0.5)).toBe(0);
  });

  test('is ln(50) / 0.5 for 99 of 100', () => {
    expect(waitQuantile(station, 0.99)).toBeCloseTo(Math.log(50) / 0.5);
  });

  test('is half of that if every service takes the same time', () => {
    expect(waitQuantile({ ...station, variation: 0 }, 0.99)).toBeCloseTo(Math.log(50));
  });
});
