/** What the compiler must refuse: `tsc` (in `npm run check`) fails if one of these lines is no error any more. */
import * as v from 'valibot';
import { routeDoc } from '../../contract/documentation.ts';
import { defineRoute, type OpenRoute, type Schema, type SignedRoute } from '../../contract/route.ts';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { vetWebhookUrl } from '../../lambdas/shared/webhook-url.ts';

/** A route states its role and the quota that it is charged to. */
const route = {
  operationId: 'example',
  method: 'GET',
  path: '/example',
  response: { status: 200, body: v.object({ count: v.number() }) },
} as const;

const texts = { group: 'Service', summary: '', description: '', response: '' } as const;
const documented = routeDoc(() => ({ ...texts, example: { response: { count: 1 } } }));

defineRoute({ ...route, role: 'user', quota: 'reads' }, documented);
// @ts-expect-error Without a quota.
defineRoute({ ...route, role: 'user' }, documented);
// @ts-expect-error Without a role.
defineRoute({ ...route, quota: 'reads' }, documented);
// @ts-expect-error Another quota than those that count requests.
defineRoute({ ...route, role: 'user', quota: 'events' }, documented);
// @ts-expect-error Without documentation.
defineRoute({ ...route, role: 'user', quota: 'reads' });
const wrong = routeDoc(() => ({ ...texts, example: { response: { count: 'one' } } }));
// @ts-expect-error With an example that does not fit the schema.
defineRoute({ ...route, role: 'user', quota: 'reads' }, wrong);

// @ts-expect-error Receivers are charged to a quota, too.
export const signed: SignedRoute<Schema, Schema, Schema> = { ...route, role: 'receiver', quota: 'none' };
// @ts-expect-error Nobody can be charged for an open route.
export const open: OpenRoute<Schema, Schema> = { ...route, role: 'anyone', quota: 'reads' };

// @ts-expect-error The metadata service has a link-local address; no stage may allow those.
export const linkLocal: TargetPolicy = { allowHttp: false, allowedRanges: ['link-local'] };

// @ts-expect-error A policy has both fields; nothing is allowed by leaving one out.
export const half: TargetPolicy = { allowHttp: false };

// @ts-expect-error A URL can't be used before its refusal was checked.
export const { href } = vetWebhookUrl('https://hooks.example.com', { allowHttp: false, allowedRanges: [] }).url;

// @ts-expect-error A policy is required.
vetWebhookUrl('https://hooks.example.com');
