import { describe, expect, test } from '@jest/globals';
import { classOfFailure } from '../../lambdas/delivery/outbound/failure-class.ts';

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
