/** What is read from the headers of a response. */
import { describe, expect, test } from '@jest/globals';
import { headerLines, retryAfterSeconds } from '../../lambdas/delivery/outbound/exchange.ts';
import { classOfFailure } from '../../lambdas/delivery/outbound/failure-class.ts';

describe('the headers of a failed response', () => {
  test('are lines, without cookies', () => {
    const headers = { server: 'nginx', 'www-authenticate': ['Basic', 'Bearer'], 'Set-Cookie': 'session=secret' };
    expect(headerLines(headers)).toBe('server: nginx\nwww-authenticate: Basic\nwww-authenticate: Bearer');
    expect(headerLines({})).toBe('');
  });

  test('are whole lines of at most 1,024 characters', () => {
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, 'y'.repeat(60)]));
    const lines = headerLines(headers).split('\n');
    expect(lines.join('\n').length).toBeLessThanOrEqual(1024);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.every((line) => line.endsWith('y'.repeat(60)))).toBe(true);
    expect(headerLines({ long: 'y'.repeat(2000) })).toBe('');
    const lengthWith = (last: number) => headerLines({ a: 'y'.repeat(509), b: 'y'.repeat(last) }).length;
    expect([508, 509].map(lengthWith)).toEqual([1024, 512]);
  });
});

const now = Date.parse('2026-11-21T08:00:00.000Z');

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    [' 120 ', 120],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Sat, 21 Nov 2026 08:01:30 GMT', 90],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['Fri, 21 Nov 2036 08:00:00 GMT', 86_400],
  ])('%j is parsed', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  test.each([undefined, '', '-1', '1.5', '1e3', '0x10', 'soon', '2026-11-21', 'Sat, 99 Nov 2026 08:01:30 GMT'])(
    '%j is ignored',
    (header) => {
      expect(retryAfterSeconds(header, now)).toBeUndefined();
    },
  );

  test('that is sent twice is ignored', () => {
    expect(retryAfterSeconds(['1', '2'], now)).toBeUndefined();
  });
});

const failure = (code: string | undefined) => Object.assign(new Error('failed'), code === undefined ? {} : { code });

describe('a failure', () => {
  test.each([
    [undefined, 'not_sent'],
    ['ERR_ASSERTION', 'not_sent'],
    ['EMFILE', 'not_sent'],
    ['ENOBUFS', 'not_sent'],
    ['ENOPROTOOPT', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ECONNREFUSED', 'connection_refused'],
  ])('with the code %s before the receiver is connected is %s', (code, expected) => {
    expect(classOfFailure(failure(code), 'unconnected')).toBe(expected);
  });

  test.each(['connected', 'ready'] as const)('is the receiver’s once it is %s, whatever its code', (phase) => {
    expect(classOfFailure(failure(undefined), 'ready')).toBe('invalid_response');
    for (const code of [undefined, 'ERR_ASSERTION', 'EMFILE', 'ENOBUFS', 'ERR_SOMETHING', 'ECONNRESET']) {
      expect(['tls', 'connection_reset', 'invalid_response']).toContain(classOfFailure(failure(code), phase));
    }
  });
});
