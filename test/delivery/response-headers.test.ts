import { describe, expect, test } from '@jest/globals';
import { headerLines } from '../../lambdas/delivery/outbound/exchange.ts';

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
  });
});
