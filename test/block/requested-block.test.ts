import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Caller } from '../../contract/access.ts';
import { UserId } from '../../contract/ids.ts';
import { requestedBlock } from '../../lambdas/block/blocks-table.ts';

const caller = v.parse(Caller, {
  networkId: 'demo',
  userId: 'alice',
  role: 'user',
  features: [],
  hideMode: 'blocker',
  expiresAt: 2 ** 33,
});

test('a block has the key of the caller and the id of the other user', () => {
  expect(requestedBlock(caller, v.parse(UserId, 'bob'))).toEqual({ netid_uid: 'demo_alice', blocked_userId: 'bob' });
});

test('nobody can block themselves', () => {
  expect(() => requestedBlock(caller, caller.userId)).toThrow('must be the id of another user, not your own');
});
