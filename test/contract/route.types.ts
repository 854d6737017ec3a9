/** A route states its role and the quota that it is charged to: `tsc` (in `npm run check`) fails without either. */
import { defineRoute, noBody, nothing, type OpenRoute, type Schema, type SignedRoute } from '../../contract/route.ts';

const route = {
  operationId: 'example',
  method: 'GET',
  path: '/example',
  summary: '',
  description: '',
  query: nothing,
  body: noBody,
  response: { status: 200, description: '', body: nothing },
} as const;

defineRoute({ ...route, role: 'user', quota: 'reads' });
// @ts-expect-error Without a quota.
defineRoute({ ...route, role: 'user' });
// @ts-expect-error Without a role.
defineRoute({ ...route, quota: 'reads' });
// @ts-expect-error Another quota than those that count requests.
defineRoute({ ...route, role: 'user', quota: 'events' });

// @ts-expect-error Receivers are charged to a quota, too.
export const signed: SignedRoute<Schema, Schema, Schema> = { ...route, role: 'receiver', quota: 'none' };
// @ts-expect-error Nobody can be charged for an open route.
export const open: OpenRoute<Schema, Schema> = { ...route, role: 'anyone', quota: 'reads' };
