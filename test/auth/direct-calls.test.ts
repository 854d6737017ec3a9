import { expect, test } from '@jest/globals';
import { DirectCallError, refuseDirectCalls } from '../../lambdas/auth/credentials.ts';

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
