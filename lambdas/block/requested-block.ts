import type { Caller } from '../../contract/access.ts';
import { networkUserKey, type UserId } from '../../contract/ids.ts';
import { badRequest } from '../shared/errors.ts';
import type { Block } from './blocks-table.ts';

/** The block that a caller asks to make or undo. Throws 400 for oneself (decision 8). */
export function requestedBlock({ networkId, userId }: Caller, blockUserId: UserId): Block {
  if (blockUserId === userId) throw badRequest('blockUserId must be the id of another user, not your own');
  return { netid_uid: networkUserKey(networkId, userId), blocked_userId: blockUserId };
}
