/** The secrets of a webhook: how admins see and rotate them (docs/spec/webhooks.md#secret-rotation). */
import * as v from 'valibot';
import { doc, field, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { object } from './schema.ts';
import { MAX_SECRETS } from './secret-schedule.ts';
import { WebhookPath, WebhookSecret } from './webhooks.ts';

/** The most hours by which a rotation can be delayed, and for which old secrets sign beside the new one. */
export const MAX_ROTATION_HOURS = 7 * 24;
export const DEFAULT_OVERLAP_HOURS = 24;

const HOURS = `must be a number of hours from 0 to ${MAX_ROTATION_HOURS}`;

const Secrets = v.object({
  secrets: field(
    v.array(WebhookSecret),
    doc(
      'The secrets that currently sign requests, and the secret that will sign requests after a scheduled rotation. The newest secret is first.',
    ),
  ),
});

const admin = { role: 'admin', feature: 'webhooks', path: '/webhooks/{webhookId}/secret' } as const;

export const revealSecret = defineRoute(
  {
    ...admin,
    quota: 'administration',
    operationId: 'revealSecret',
    method: 'GET',
    parameters: WebhookPath,
    response: { status: 200, body: Secrets },
  },
  routeDoc(({ createdAt, secret, webhookId }) => ({
    group: 'Webhooks',
    summary: 'Reveal the secrets of a webhook',
    description:
      'Shows the secrets that currently sign requests, and the secret that will sign requests after a scheduled rotation. Usually, a webhook has one secret. During a rotation, a webhook has two or three secrets. The service uses the newest active secret to create the signature in `x-service-signature`. The header `webhook-signature` contains one signature for each active secret. For each request, the service adds an entry to the audit trail. The entry says who requested the secrets.',
    response: 'The secrets. The newest secret is first.',
    example: { parameters: { webhookId }, response: { secrets: [{ secret, activeFrom: createdAt }] } },
  })),
);

const hours = v.pipe(
  v.number(HOURS),
  v.minValue(0, HOURS),
  v.maxValue(MAX_ROTATION_HOURS, HOURS),
  v.metadata({ format: 'double' }),
);

export const rotateSecret = defineRoute(
  {
    ...admin,
    quota: 'changes',
    operationId: 'rotateSecret',
    method: 'POST',
    idempotent: true,
    parameters: WebhookPath,
    body: {
      schema: object({
        takesEffectInHours: field(
          v.optional(hours, 0),
          doc('The number of hours until the service begins to sign requests with the new secret.', 1),
        ),
        overlapHours: field(
          v.optional(hours, DEFAULT_OVERLAP_HOURS),
          doc(
            'The number of hours for which the service signs requests with the earlier secrets in addition to the new secret.',
            24,
          ),
        ),
      }),
      maxBytes: 1024,
      optional: true,
    },
    response: { status: 200, body: Secrets },
    otherStatuses: [409],
  },
  routeDoc(({ createdAt, secret, nextSecret, webhookId }) => ({
    group: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description: `Creates a secret. The service begins to sign requests with the new secret after the number of hours in \`takesEffectInHours\` (0 by default). Then, for the number of hours in \`overlapHours\` (${DEFAULT_OVERLAP_HOURS} by default), the service signs requests with both the new secret and the earlier secrets. If a previous rotation has already set an earlier end for a secret, this end still applies. If a previous rotation has not taken effect yet, the new rotation replaces the previous rotation. The service stores at most ${MAX_SECRETS} secrets of a webhook. If a rotation would exceed this number, the rotation removes the oldest secret. The body of this request is optional.`,
    response: 'The secrets. The newest secret is first.',
    example: {
      parameters: { webhookId },
      body: { takesEffectInHours: 1, overlapHours: 24 },
      response: {
        secrets: [
          { secret: nextSecret, activeFrom: '2026-03-02T10:20:00.000Z' },
          { secret, activeFrom: createdAt, expiresAt: '2026-03-03T10:20:00.000Z' },
        ],
      },
    },
  })),
);

/** Those of this file. */
export const webhookSecretRoutes = { revealSecret, rotateSecret };
