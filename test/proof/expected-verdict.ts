/** What a caller gets for a resource, by the role and feature in the contract and by whose resource it is. */
import { mayUse } from '../../contract/access.ts';
import type { Caller } from './callers.ts';
import type { ResourceRequest } from './resource-requests.ts';
import type { TestUserId } from './tenant.ts';

/** The status, and whether the response shows what is the owner's. */
export interface Verdict {
  readonly status: number;
  readonly isOwner: boolean;
}

/** The user as whom, or about whom, the caller's network serves the request; undefined for servers and admins themselves. */
export const actingUserOf = (
  { identity }: Caller,
  { aboutUser, onBehalfOf }: ResourceRequest,
): TestUserId | undefined => (identity?.role === 'server' ? (onBehalfOf ?? aboutUser) : identity?.userId);

export function expectedVerdict(caller: Caller, request: ResourceRequest): Verdict {
  const { identity } = caller;
  const { route, onBehalfOf, owner, stranger } = request;
  const { status } = route.response;
  if (route.role === 'anyone') return { status, isOwner: false };
  if (route.role === 'receiver') {
    if (owner === undefined || owner === 'nobody') return { status: 401, isOwner: false };
    return { status: request.isLocked ? 403 : status, isOwner: !request.isLocked };
  }
  if (identity === undefined) return { status: 401, isOwner: false };
  if (onBehalfOf !== undefined && route.role !== 'user') return { status: 403, isOwner: false };
  const isAllowed = onBehalfOf === undefined ? mayUse(identity.role, route.role) : identity.role === 'server';
  if (!isAllowed) return { status: 403, isOwner: false };
  if (route.feature !== undefined && identity.isLocked) return { status: 403, isOwner: false };
  const isOwner =
    owner === undefined ||
    (owner !== 'nobody' &&
      owner.tenant === identity.tenant &&
      (owner.userId === undefined || owner.userId === actingUserOf(caller, request)));
  if (isOwner) return { status, isOwner };
  return { status: { absent: 404, refused: 400, empty: status }[stranger], isOwner };
}
