/** Ids of networks and users. Branded, because to confuse two of them would give one tenant the data of another. */
import * as v from 'valibot';

const NETWORK_ID =
  'must be a network id: 1 to 32 lower-case letters (a-z), digits or hyphens; the first character must be a letter or a digit';
const USER_ID = 'must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters';

/** A tenant's id. It has no `_`, so `<networkId>_<userId>` is unambiguous (docs/spec/access.md#networks). */
export const NetworkId = v.pipe(
  v.string(NETWORK_ID),
  v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, NETWORK_ID),
  v.brand('NetworkId'),
);
export type NetworkId = v.InferOutput<typeof NetworkId>;

/** A customer's id of a user (docs/spec/access.md#user-ids). Lone surrogates are refused: they have no UTF-8 form. */
export const UserId = v.pipe(
  v.string(USER_ID),
  v.minLength(1, USER_ID),
  v.maxBytes(128, USER_ID),
  v.regex(/^\P{Cc}*$/u, USER_ID),
  v.check((id) => id.isWellFormed(), USER_ID),
  v.brand('UserId'),
);
export type UserId = v.InferOutput<typeof UserId>;

/** A user of a network. */
export interface NetworkUser {
  readonly networkId: NetworkId;
  readonly userId: UserId;
}

/** `<networkId>_<userId>`: the partition key of everything that belongs to one user. */
export type NetworkUserKey = `${NetworkId}_${UserId}`;

/** The partition key of a user's items, which responses call `netid_uid` or `networkId_userId`. */
export const networkUserKey = (networkId: NetworkId, userId: UserId): NetworkUserKey => `${networkId}_${userId}`;
