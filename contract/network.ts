/** The settings of a network, as an admin sees them. Operators change them with the command line. */
import * as v from 'valibot';
import { HideMode } from './access.ts';
import { QuotaLimits } from './quotas.ts';
import { defineRoute, noBody, nothing } from './route.ts';
import { integer } from './schema.ts';

/** A signing key without its secret: enough to tell which keys are live. */
export const SigningKeyName = v.object({ keyId: v.string(), createdAt: v.string() });
export type SigningKeyName = v.InferOutput<typeof SigningKeyName>;

export const NetworkResponse = v.object({
  networkId: v.string(),
  features: v.object({ blockUser: v.boolean(), userActivity: v.boolean(), webhooks: v.boolean() }),
  hideMode: HideMode,
  /** Days after which activity records expire; absent if they never do. */
  activityRetentionDays: v.optional(integer()),
  /** Units a second; test events a minute. */
  quotas: QuotaLimits,
  /** The live keys, oldest first. */
  signingKeys: v.array(SigningKeyName),
});
export type NetworkResponse = v.InferOutput<typeof NetworkResponse>;

export const showNetwork = defineRoute({
  operationId: 'showNetwork',
  method: 'GET',
  path: '/network',
  summary: 'Show the network',
  description: "The settings of the token's network. It needs no feature, so that an admin can see which are off.",
  role: 'viewer',
  query: nothing,
  body: noBody,
  response: { status: 200, description: 'The network.', body: NetworkResponse },
  otherStatuses: [404],
});
