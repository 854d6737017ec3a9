import { describe, expect, test } from '@jest/globals';
import { retryAfterSeconds } from '../../lambdas/sending/retry-after.ts';
import fc from '../support/fast-check.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const DAY = 86_400;

/** The three forms of a date, made from JavaScript's own. */
const forms = {
  'as it is sent today': (date: Date) => date.toUTCString(),
  'of RFC 850': (date: Date) => {
    const [, day, month, year = '', time] = date.toUTCString().split(' ');
    const name = date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    return `${name}, ${day}-${month}-${year.slice(-2)} ${time} GMT`;
  },
  'of asctime': (date: Date) => {
    const [name = '', day = '', month, year, time] = date.toUTCString().split(' ');
    return `${name.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
  },
};

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    [' 120 ', 120],
    ['86400', DAY],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    ['Sat, 21 Nov 2026 08:01:30 GMT', 90],
    ['Saturday, 21-Nov-26 08:01:30 GMT', 90],
    ['Sat Nov 21 08:01:30 2026', 90],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['Fri, 21 Nov 2036 08:00:00 GMT', DAY],
    // The examples of RFC 9110.
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['Sun Nov  6 08:49:37 1994', 0],
    // Two digits are a year of the past if they would be more than 50 years ahead.
    ['Saturday, 21-Nov-76 08:00:00 GMT', DAY],
    ['Saturday, 21-Nov-76 08:00:01 GMT', 0],
    ['Friday, 01-Jan-77 00:00:00 GMT', 0],
    ['Sat, 21 Nov 2026 08:00:60 GMT', 60],
  ])('%j is parsed', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  test.each(Object.entries(forms))('is parsed as a date %s, whatever the time', (_form, written) => {
    const withinTheDay = fc.integer({ min: 0, max: DAY });
    const times = fc.integer({ min: 0, max: Date.parse('2090-01-01') / 1000 });
    fc.assert(
      fc.property(times, withinTheDay, (time, seconds) => {
        const header = written(new Date((time + seconds) * 1000));
        expect(retryAfterSeconds(header, time * 1000)).toBe(seconds);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ...[undefined, '', '-1', '1.5', '1e3', '0x10', 'soon', '2026-11-21', '1, 2'],
    ...['Sat, 99 Nov 2026 08:01:30 GMT', 'Sat, 31 Nov 2026 08:01:30 GMT', 'Sat, 00 Nov 2026 08:01:30 GMT'],
    ...['Sunday, 29-Feb-26 08:00:00 GMT', 'Sun Feb 29 08:00:00 2026', 'Sat, 21 Nov 2026 24:00:00 GMT'],
    ...['Sat, 21 Nov 2026 08:60:00 GMT', 'Sat, 21 Nov 2026 08:00:61 GMT', 'Sat, 21 Nov 2026 08:01:30 UTC'],
    ...['Sat, 21 Nov 2026 08:01:30', 'sat, 21 nov 2026 08:01:30 gmt', 'Sat, 21 Nov 26 08:01:30 GMT'],
    ...['Sat, 21-Nov-26 08:01:30 GMT', 'Saturday, 21 Nov 2026 08:01:30 GMT', 'Sat Nov 6 08:01:30 2026'],
    ...['Sat Nov 21 08:01:30 2026 GMT', ' Saturday 21-Nov-26 08:01:30 GMT'],
  ])('%j is ignored', (header) => {
    expect(retryAfterSeconds(header, now)).toBeUndefined();
  });

  test('that is sent twice is ignored', () => {
    expect(retryAfterSeconds(['1', '2'], now)).toBeUndefined();
  });
});
