/** The caller of a request, from the authorizer's context, checked against the route (docs/spec/access.md#roles). */
import * as v from 'valibot';
import { Caller, Denied, type Feature, type Role } from '../../contract/access.ts';
import { forbidden, unauthorized } from './errors.ts';

const featureNames: Readonly<Record<Feature, string>> = {
  blockUser: 'block user',
  userActivity: 'user activity',
  webhooks: 'webhooks',
};

/**
 * The caller of a route. `context` is what the authorizer returned.
 *
 * Throws 401 for a denied or expired token and for a missing or malformed context: a route without an authorizer, by mistake, serves
 * nobody. Throws 403 for another network than the token's, another role, and a feature that is off.
 */
export function authorizedCaller(context: unknown, role: Role, feature: Feature | undefined): Caller {
  const denied = v.safeParse(Denied, context);
  if (denied.success) {
    const { denied: reason, isForbidden } = denied.output;
    throw isForbidden ? forbidden(reason) : unauthorized(reason);
  }
  const parsed = v.safeParse(Caller, context);
  if (!parsed.success) throw unauthorized('an access token is required: Authorization: Bearer <ACCESS_TOKEN>');
  const caller = parsed.output;
  if (caller.expiresAt * 1000 <= Date.now()) throw unauthorized('the access token has expired');
  if (caller.role !== role) {
    throw forbidden(`this route needs a token of the role ${role}; the token's role is ${caller.role}`);
  }
  if (feature !== undefined && !caller.features.includes(feature)) {
    throw forbidden(
      `the feature ${feature} (${featureNames[feature]}) is off for the network ${caller.networkId}; an operator must enable it`,
    );
  }
  return caller;
}
