import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Caller } from '../../contract/access.ts';
import { authorizedCaller, spenderOf } from '../../lambdas/shared/caller.ts';

const contextUntil = (expiresAt: number) => ({
  networkId: 'demo',
  userId: 'alice',
  role: 'user',
  features: ['blockUser'],
  hideMode: 'blocker',
  expiresAt,
});

const route = { role: 'user', feature: 'blockUser' } as const;

// API Gateway caches the authorizer's result by the token alone:
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
test('a token is refused from the moment at which it expires, although the authorizer accepted it before', () => {
  const now = Date.now() / 1000;
  expect(authorizedCaller(contextUntil(now + 60), route)).toMatchObject({ userId: 'alice' });
  expect(() => authorizedCaller(contextUntil(now - 1), route)).toThrow('the access token has expired');
});

test('an admin may use the routes of viewers, and a viewer no others', () => {
  const context = (role: string) => ({ ...contextUntil(Date.now() / 1000 + 60), role });
  const [change, look] = [{ role: 'admin' } as const, { role: 'viewer' } as const];
  expect(authorizedCaller(context('admin'), look)).toMatchObject({ role: 'admin' });
  expect(authorizedCaller(context('viewer'), look)).toMatchObject({ role: 'viewer' });
  expect(() => authorizedCaller(context('viewer'), change)).toThrow('needs a token of the role admin');
  expect(() => authorizedCaller(context('admin'), route)).toThrow('needs a token of the role user');
  expect(() => authorizedCaller(context('server'), look)).toThrow('needs a token of the role admin or viewer');
});

// docs/spec/requests.md#one-caller
test('users and admins use a quota each for themselves, also by a server, whose own requests are for all', () => {
  const caller = v.parse(Caller, contextUntil(0));
  const used = (role: Caller['role'], onBehalfOf?: string) => spenderOf({ ...caller, role }, onBehalfOf);
  expect({ user: used('user'), admin: used('admin'), onBehalf: used('server', 'bob'), server: used('server') }).toEqual(
    {
      user: 'alice',
      admin: 'alice',
      onBehalf: 'bob',
      server: undefined,
    },
  );
  expect(used('server', 'x'.repeat(1_000))).toBe('x'.repeat(384));
});
