/** Who is calling, and what a network has switched on (decisions 2–5). */
import * as v from 'valibot';
import { NetworkId, UserId } from './ids.ts';

/** `user` calls block and activity routes, `server` posts events, `admin` manages webhooks (decision 3). */
export const Role = v.picklist(['user', 'server', 'admin']);
export type Role = v.InferOutput<typeof Role>;

/** The private-beta switches of a network, all off at first (decision 5). */
export const Feature = v.picklist(['blockUser', 'userActivity', 'webhooks']);
export type Feature = v.InferOutput<typeof Feature>;

/** Whether a block hides the blocked user from the blocker only, or both from each other (decision 11). */
export const HideMode = v.picklist(['blocker', 'mutual']);
export type HideMode = v.InferOutput<typeof HideMode>;

/** What the authorizer knows of a caller; it travels in the request context of every authorized route. */
export const Caller = v.object({
  networkId: NetworkId,
  userId: UserId,
  role: Role,
  features: v.array(Feature),
  hideMode: HideMode,
});
export type Caller = v.InferOutput<typeof Caller>;

/**
 * What the authorizer answers for a token that it refuses; the route's pipeline turns it into a 401 (decision 4), or into a
 * 403 where the token is good, and the network that it is to open is not its own.
 */
export const Denied = v.object({ denied: v.string(), isForbidden: v.boolean() });
export type Denied = v.InferOutput<typeof Denied>;
