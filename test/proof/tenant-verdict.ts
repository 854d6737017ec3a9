/** Whether a response is what the contract gives, by role, feature and owner, with nothing of somebody else's. */

import { mayUse, ON_BEHALF_OF } from '../../contract/access.ts';
import { misfitOf } from '../../testing/documented-responses.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import type { Caller } from './callers.ts';
import { asCurl, type ExactRequest, type Exchange, isOfWeather, tested } from './http-exchange.ts';
import type { ResourceRequest } from './resource-requests.ts';
import { type Tenant, type TestUserId, userIds } from './tenant.ts';

/** The status, and whether the response shows what is the owner's. */
export interface Verdict {
  readonly status: number;
  readonly isOwner: boolean;
}

/** The user as, or about, whom the caller's network serves the request; undefined for servers and admins. */
export const actingUserOf = (
  { identity }: Caller,
  { aboutUser, onBehalfOf }: ResourceRequest,
): TestUserId | undefined => (identity?.role === 'server' ? (onBehalfOf ?? aboutUser) : identity?.userId);

export function expectedVerdict(caller: Caller, request: ResourceRequest): Verdict {
  const { identity } = caller;
  const { route, onBehalfOf, owner, stranger } = request;
  const { status } = route.response;
  if (route.role === 'anyone') return { status: owner === 'nobody' ? 404 : status, isOwner: false };
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

/** Sends the request as the caller, and says what is wrong with the response; undefined if nothing is. */
export async function problemWith(
  exchange: Exchange,
  tenants: readonly Tenant[],
  caller: Caller,
  request: ResourceRequest,
): Promise<string | undefined> {
  const { token } = caller;
  const body = request.body && Buffer.from(JSON.stringify(request.body));
  const exact: ExactRequest = {
    method: request.route.method,
    path: request.path,
    headers: [
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
      ...(request.onBehalfOf === undefined ? [] : [[ON_BEHALF_OF, request.onBehalfOf] as const]),
      ...(request.signedBy === undefined ? [] : Object.entries(signedHeaders(request.signedBy.secret, `${body}`))),
    ],
    body,
  };
  const response = await exchange.send(exact);
  const { status, text } = response;
  const problem = (what: string): string =>
    `${caller.name}: ${what}: ${status} ${text.slice(0, 300)}\n${asCurl(exact)}`;
  const misfit = misfitOf(exact, tested(response));
  if (misfit !== undefined) return problem(misfit);
  const verdict = expectedVerdict(caller, request);
  // Other callers send the same request at the same time.
  if (status === 409 && verdict.isOwner && request.route.otherStatuses?.includes(409)) return undefined;
  if (isOfWeather(response)) return undefined;
  if (status !== verdict.status) return problem(`${verdict.status} was expected`);
  const sent = `${request.path} ${body}`;
  const leaked = markersOfOthers(tenants, caller, request).find(
    (marker) => text.includes(marker) && !sent.includes(marker),
  );
  if (leaked !== undefined) return problem(`${leaked} is not the caller's`);
  const isCheck = ['checkHidden', 'checkAudience'].includes(request.route.operationId);
  if (isCheck && !verdict.isOwner && text.includes('true')) return problem('it shows a block of somebody else');
  const { identity } = caller;
  if (!verdict.isOwner || identity === undefined) return undefined;
  const shown = request.shows?.(identity.tenant, identity.tenant.users[actingUserOf(caller, request) ?? 'alice']);
  return shown === undefined || text.includes(shown) ? undefined : problem(`${shown} was expected`);
}

/** Texts that no response to the caller has, unless the caller sent them. */
function markersOfOthers(tenants: readonly Tenant[], caller: Caller, request: ResourceRequest): readonly string[] {
  const { identity } = caller;
  const userId = actingUserOf(caller, request);
  return tenants.flatMap((tenant) => {
    const isOwn = tenant === (request.signedBy ?? identity?.tenant);
    const { networkId, marker, webhookId, secret, eventId, deliveryId, users } = tenant;
    const ofUsers = userIds.filter((id) => !(isOwn && id === userId)).map((id) => users[id].marker);
    return isOwn ? ofUsers : [networkId, marker, webhookId, secret, eventId, deliveryId, ...ofUsers];
  });
}
