/** The identifiers that everything is keyed by. Branded, because one mistaken for another would cross a tenant's border. */
import * as v from 'valibot';

const NETWORK_ID = 'must be a network id: 1 to 32 of a-z, 0-9 and -, beginning with a letter or digit';
const USER_ID = 'must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters';

/** A tenant. Never holds `_`, so that `<networkId>_<userId>` has one reading (decision 1). */
export const NetworkId = v.pipe(
  v.string(NETWORK_ID),
  v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, NETWORK_ID),
  v.brand('NetworkId'),
);
export type NetworkId = v.InferOutput<typeof NetworkId>;

/** A user of a network, in the customer's own spelling (decision 1). Lone surrogates have no UTF-8 form and are refused. */
export const UserId = v.pipe(
  v.string(USER_ID),
  v.minLength(1, USER_ID),
  v.maxBytes(128, USER_ID),
  v.regex(/^\P{Cc}*$/u, USER_ID),
  v.check((id) => id.isWellFormed(), USER_ID),
  v.brand('UserId'),
);
export type UserId = v.InferOutput<typeof UserId>;

/** `<networkId>_<userId>`: the partition key of everything that belongs to one user. */
export type NetworkUserKey = `${NetworkId}_${UserId}`;

/** The partition key of a user's rows; it is also the `netid_uid` and `networkId_userId` of service.md 2.2 and 2.3. */
export const networkUserKey = (networkId: NetworkId, userId: UserId): NetworkUserKey => `${networkId}_${userId}`;
