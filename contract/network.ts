/** What an admin may know of the network: decisions 1, 2, 5, 11 and 17. Operators change it, by the command line. */
import * as v from 'valibot';
import { HideMode } from './access.ts';
import { defineRoute, noBody, nothing } from './route.ts';

/** A signing key by its id: enough to tell which keys are live, and nothing to sign with. */
export const SigningKeyName = v.object({ keyId: v.string(), createdAt: v.string() });
export type SigningKeyName = v.InferOutput<typeof SigningKeyName>;

export const NetworkAnswer = v.object({
  networkId: v.string(),
  /** The private-beta switches. */
  features: v.object({ blockUser: v.boolean(), userActivity: v.boolean(), webhooks: v.boolean() }),
  hideMode: HideMode,
  /** Days after which activity records expire; absent where they are kept for good. */
  activityRetentionDays: v.optional(v.number()),
  /** The live keys, the oldest first. */
  signingKeys: v.array(SigningKeyName),
});
export type NetworkAnswer = v.InferOutput<typeof NetworkAnswer>;

export const showNetwork = defineRoute({
  operationId: 'showNetwork',
  method: 'GET',
  path: '/network',
  summary: 'Show the network',
  description:
    "The settings of the token's network. It is served whatever features are on, so that an admin can see which are off.",
  role: 'admin',
  query: nothing,
  body: noBody,
  response: { status: 200, description: 'The network.', body: NetworkAnswer },
});
