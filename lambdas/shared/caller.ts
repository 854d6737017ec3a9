/** The caller of a request, from the authorizer's context, checked against the route (docs/spec/access.md#roles). */
import * as v from 'valibot';
import {
  type Actor,
  Caller,
  Denied,
  type Feature,
  featureTitles,
  mayUse,
  ON_BEHALF_OF,
  OnBehalfOf,
} from '../../contract/access.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { forbidden, unauthorized } from './errors.ts';
import { parseOrRefuse } from './request.ts';

type Route = Pick<RouteDefinition, 'role' | 'alsoFor' | 'feature'>;

/**
 * The caller of a route. `context` is what the authorizer returned, `onBehalfOf` the header of that name: a server
 * needs it on a route of users, and nobody else may send it.
 *
 * Throws 401 for a denied or expired token and for a missing or malformed context: a route without an authorizer, by
 * mistake, serves nobody. Throws 403 for another network than the token's, another role, a header that the caller may
 * not send, and a feature that is off.
 */
export function authorizedCaller(context: unknown, route: Route, onBehalfOf?: string): Caller {
  const denied = v.safeParse(Denied, context);
  if (denied.success) {
    const { denied: reason, isForbidden } = denied.output;
    throw isForbidden ? forbidden(reason) : unauthorized(reason);
  }
  const parsed = v.safeParse(Caller, context);
  if (!parsed.success) throw unauthorized('an access token is required: Authorization: Bearer <ACCESS_TOKEN>');
  const caller = parsed.output;
  if (caller.expiresAt * 1000 <= Date.now()) throw unauthorized('the access token has expired');
  refuseOtherRoles(caller, route, onBehalfOf !== undefined);
  refuseWithoutFeature(caller, route.feature);
  return caller;
}

/** Throws 403 where the network has a feature off that the route needs. */
export function refuseWithoutFeature(
  { networkId, features }: Pick<Caller, 'networkId' | 'features'>,
  feature: Feature | undefined,
): void {
  if (feature === undefined || features.includes(feature)) return;
  const name = featureTitles[feature].toLowerCase();
  const described = name === feature ? feature : `${feature} (${name})`;
  throw forbidden(`the feature ${described} is off for the network ${networkId}; an operator must enable it`);
}

function refuseOtherRoles({ role: own }: Caller, route: Route, isOnBehalf: boolean): void {
  const { role, alsoFor = [] } = route;
  if (isOnBehalf) {
    if (role !== 'user') throw forbidden(`this route can't be called with the header ${ON_BEHALF_OF}`);
    if (own !== 'server') {
      throw forbidden(`the header ${ON_BEHALF_OF} needs a token of the role server; the token's role is ${own}`);
    }
  } else if (!mayUse(own, route)) {
    const hint = own === 'server' && role === 'user' ? `; name the user in the header ${ON_BEHALF_OF}` : '';
    const roles = role === 'receiver' ? alsoFor : [...(role === 'viewer' ? ['admin'] : []), role, ...alsoFor];
    throw forbidden(`this route needs a token of the role ${roles.join(' or ')}; the token's role is ${own}${hint}`);
  }
}

/** An admin, as the audit trail names one. */
export const adminOf = ({ userId }: Pick<Caller, 'userId'>): Actor => ({ kind: 'admin', name: userId });

/** The caller as the user that the header names, in the caller's network. Throws 400 for a header that is malformed. */
export function actingCaller(caller: Caller, onBehalfOf: string | undefined): Caller {
  if (onBehalfOf === undefined) return caller;
  return { ...caller, userId: parseOrRefuse(OnBehalfOf, { [ON_BEHALF_OF]: onBehalfOf })[ON_BEHALF_OF] };
}

/** Of a user's id, percent-encoded. */
const MAX_SPENDER_LENGTH = 384;

/** Who uses a quota: the user, also where a server acts for one, or the admin; not the server, which asks for all users. */
export const spenderOf = ({ role, userId }: Caller, onBehalfOf: string | undefined): string | undefined =>
  onBehalfOf?.slice(0, MAX_SPENDER_LENGTH) ?? (role === 'server' ? undefined : userId);
