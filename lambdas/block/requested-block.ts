import type { Caller } from '../../contract/access.ts';
import { networkUserKey, type UserId } from '../../contract/ids.ts';
import { badRequest } from '../shared/errors.ts';
import type { Block } from './blocks-table.ts';

/** The block that a caller asks to add or remove. Throws 400 for the caller's own id (docs/spec/blocking.md#the-user-to-block). */
export function requestedBlock({ networkId, userId }: Caller, blockUserId: UserId): Block {
  if (blockUserId === userId) throw badRequest('blockUserId must be the id of another user, not your own');
  return { netid_uid: networkUserKey(networkId, userId), blocked_userId: blockUserId };
}
