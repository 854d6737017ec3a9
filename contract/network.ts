/** The settings of a network as its admins see them: operators change them with the command line. */
import * as v from 'valibot';
import type { Feature } from './access.ts';
import { Branding } from './branding.ts';
import { doc, field, named, routeDoc } from './documentation.ts';
import { settingSchemas } from './network-settings.ts';
import { QuotaLimits } from './quotas.ts';
import { defineRoute, type Schema } from './route.ts';
import { time } from './schema.ts';

/** A signing key without its secret: enough to tell which keys are live. */
export const SigningKeyName = v.object({
  keyId: field(
    v.string(),
    doc(
      'The id of the key. The field `kid` in the header of a token contains the id of the signing key.',
      '20260302-0123456789abcdef',
    ),
  ),
  createdAt: field(time, doc('The time at which the key was created.', '2026-03-02T09:00:00.000Z')),
});
export type SigningKeyName = v.InferOutput<typeof SigningKeyName>;

const NetworkFeatures = named(
  'NetworkFeatures',
  v.object({
    blockUser: field(v.boolean(), doc('True if the feature for blocking is on.')),
    userActivity: field(v.boolean(), doc('True if the feature for user activity is on.')),
    webhooks: field(v.boolean(), doc('True if the feature for webhooks is on.')),
  } satisfies Record<Feature, Schema>),
  doc('The features of the network.'),
);

export const NetworkResponse = named(
  'NetworkResponse',
  v.object({
    networkId: field(v.string(), doc('The id of the network (tenant).', 'demo')),
    features: NetworkFeatures,
    ...settingSchemas,
    quotas: field(QuotaLimits, doc('The limits of all quotas of the network.')),
    signingKeys: field(
      v.array(SigningKeyName),
      doc(
        'The valid keys that sign tokens. The oldest key is first. The list does not contain the secrets of the keys.',
      ),
    ),
    branding: v.optional(Branding),
  }),
);
export type NetworkResponse = v.InferOutput<typeof NetworkResponse>;

export const showNetwork = defineRoute(
  {
    operationId: 'showNetwork',
    method: 'GET',
    path: '/network',
    role: 'viewer',
    quota: 'administration',
    response: { status: 200, body: NetworkResponse },
    otherStatuses: [404],
  },
  routeDoc(({ createdAt, keyId, networkId, quotas }) => ({
    group: 'Network',
    summary: 'Show the network',
    description:
      'Shows the settings of the network to which the access token belongs. You can send this request even if all features of the network are off. As a result, an admin can always see which features are on.',
    response: 'The network.',
    example: {
      response: {
        networkId,
        features: { blockUser: true, userActivity: true, webhooks: true },
        hideMode: 'blocker',
        blockEvents: 'off',
        quotas,
        signingKeys: [{ keyId, createdAt }],
        branding: {},
      },
    },
  })),
);

/** Those of this file. */
export const networkRoutes = { showNetwork };
