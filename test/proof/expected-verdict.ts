/** What a caller gets for a resource, by the role and feature in the contract and by whose resource it is. */
import type { Caller } from './callers.ts';
import type { ResourceRequest } from './resource-requests.ts';

/** The status, and whether the response shows what is the owner's. */
export interface Verdict {
  readonly status: number;
  readonly isOwner: boolean;
}

export function expectedVerdict({ identity }: Caller, { route, owner, stranger }: ResourceRequest): Verdict {
  const { status } = route.response;
  if (route.role === 'anyone') return { status, isOwner: false };
  if (identity === undefined) return { status: 401, isOwner: false };
  if (identity.role !== route.role) return { status: 403, isOwner: false };
  if (route.feature !== undefined && identity.isLocked) return { status: 403, isOwner: false };
  const isOwner =
    owner === undefined ||
    (owner !== 'nobody' &&
      owner.tenant === identity.tenant &&
      (owner.userId === undefined || owner.userId === identity.userId));
  if (isOwner) return { status, isOwner };
  return { status: { absent: 404, refused: 400, empty: status }[stranger], isOwner };
}
