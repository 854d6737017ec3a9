import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InvalidTokenError } from '../../lambdas/auth/access-token.ts';
import { credentialsOf, DirectCallError, refuseDirectCalls } from '../../lambdas/auth/credentials.ts';

const read = (authorization?: string) =>
  credentialsOf({ headers: authorization === undefined ? {} : { authorization } });

describe('the Authorization header', () => {
  test.each([
    ['Bearer a.b.c', { token: 'a.b.c', networkId: undefined }],
    ['bearer   a.b.c', { token: 'a.b.c', networkId: undefined }],
    ['Bearer demo~a.b.c', { token: 'a.b.c', networkId: 'demo' }],
    ['Bearer 0-9~a', { token: 'a', networkId: '0-9' }],
  ])('%j is read as %j', (header, credentials) => {
    expect(read(header)).toEqual(credentials);
  });

  test.each([
    [undefined, 'the header must be'],
    ['', 'the header must be'],
    ['Bearer', 'the header must be'],
    ['Bearer ', 'the header must be'],
    ['Basic a.b.c', 'the header must be'],
    ['of Bearer a.b.c', 'the header must be'],
    ['Bearer a b', 'the header must be'],
    ['Bearer demo~', 'the header must be'],
    ['Bearer demo a~b', 'the header must be'],
    ['Bearer demo~other~a.b.c', 'the header must be'],
    ['Bearer ~a.b.c', 'the part before ~ must be a network id'],
    ['Bearer Demo~a.b.c', 'the part before ~ must be a network id'],
    ['Bearer a_b~a.b.c', 'the part before ~ must be a network id'],
    [`Bearer ${'n'.repeat(33)}~a.b.c`, 'the part before ~ must be a network id'],
  ])('%j is refused: %s', (header, message) => {
    expect(() => read(header)).toThrow(InvalidTokenError);
    expect(() => read(header)).toThrow(message);
  });

  test('is missing in a request without headers', () => {
    expect(() => credentialsOf({})).toThrow(InvalidTokenError);
  });

  test('is read as the network and the token that it was built from', () => {
    const networkId = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,31}$/);
    const token = fc.stringMatching(/^[\w-]{1,40}\.[\w-]{1,40}\.[\w-]{1,40}$/);
    fc.assert(
      fc.property(networkId, token, (network, jwt) => {
        expect(read(`Bearer ${network}~${jwt}`)).toEqual({ networkId: network, token: jwt });
        expect(read(`Bearer ${jwt}`)).toEqual({ networkId: undefined, token: jwt });
      }),
    );
  });
});

test('a request that has the secret of the stage is let through', () => {
  refuseDirectCalls({ headers: { 'x-origin-secret': 'secret' } }, 'secret');
});

test.each([
  [undefined],
  [{}],
  [{ 'x-origin-secret': '' }],
  [{ 'x-origin-secret': 'Secret' }],
  [{ 'x-origin-secret': 'secret,secret' }],
])('a request with the headers %j is refused as a direct call', (headers) => {
  expect(() => refuseDirectCalls({ ...(headers && { headers }) }, 'secret')).toThrow(
    new DirectCallError('the API may not be called at this address; use its public one'),
  );
});
