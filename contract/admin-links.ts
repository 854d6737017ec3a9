/** Links into the admin panel, each for one person and one use (docs/spec/access.md#admin-links). */
import * as v from 'valibot';
import { doc, field, routeDoc } from './documentation.ts';
import { HOUR_SECONDS } from './durations.ts';
import { UserId } from './ids.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { integerFrom, object, oneOf, time } from './schema.ts';

/** For how many minutes a link can be opened. */
export const ADMIN_LINK_MINUTES = 10;
/** For how many seconds an admin link may sign in. */
export const linkSessionSeconds = { shortest: 60, usual: HOUR_SECONDS, longest: 12 * HOUR_SECONDS };
/** What the panel's URL ends with, before the code. Browsers send no fragment to a server. */
export const ADMIN_LINK_FRAGMENT = '#link=';

const ROLE = 'must be admin or viewer';
const CODE = 'must be the code of a link: 43 characters of A-Z, a-z, 0-9, - and _';
const ATTEMPT = 'must be 16 to 64 characters of A-Z, a-z, 0-9, - and _';

export const AdminLinkRole = oneOf(
  {
    admin: doc('The person can see and change everything that an admin can see and change.'),
    viewer: doc(
      'The person can see everything except secrets, the values of custom headers, and the progress of recoveries. The person cannot change anything.',
    ),
  },
  ROLE,
);

export const createAdminLink = defineRoute(
  {
    operationId: 'createAdminLink',
    method: 'POST',
    path: '/admin-links',
    idempotent: true,
    role: 'server',
    quota: 'administration',
    body: {
      schema: object({
        user: field(UserId, doc('The id of the person whom the link signs in. The audit trail shows this id.', 'ada')),
        role: field(v.optional(AdminLinkRole, 'admin'), doc('The role of the person in the admin panel.')),
        sessionSeconds: field(
          v.optional(integerFrom(linkSessionSeconds.shortest, linkSessionSeconds.longest), linkSessionSeconds.usual),
          doc('The number of seconds for which the person stays signed in after opening the link.', 3_600),
        ),
      }),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: {
      status: 201,
      body: v.object({
        link: field(
          v.optional(v.string()),
          doc(
            'The URL of the panel, followed by `#link=` and the code. The field is absent if the URL of the panel is not set on the stage.',
            'https://panel.riverside.example/admin/#link=Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs',
          ),
        ),
        code: field(
          v.string(),
          doc(
            'The code of the link, which the panel exchanges for an access token.',
            'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs',
          ),
        ),
        expiresAt: field(time, doc('The time until which the link can be opened.', '2026-03-02T09:10:00.000Z')),
      }),
    },
  },
  routeDoc(({ link, linkCode }) => ({
    group: 'Network',
    summary: 'Make a link into the admin panel',
    description: `Creates a link that opens the admin panel for a person who is signed in to your own product. The person can open the link once, within ${ADMIN_LINK_MINUTES} minutes. The service adds an entry about the link to the audit trail. If the person later makes a change in the panel, the audit entry about this change contains the id of the person. You can send this request even if all features of the network are off.`,
    response: 'The link.',
    example: {
      body: { user: 'ada', role: 'admin' },
      response: { link, code: linkCode, expiresAt: '2026-03-02T09:10:00.000Z' },
    },
  })),
);

export const redeemAdminLink = defineRoute(
  {
    operationId: 'redeemAdminLink',
    method: 'POST',
    path: '/admin-links/redeem',
    role: 'anyone',
    quota: 'none',
    body: {
      schema: object({
        code: field(
          v.pipe(v.string(CODE), v.regex(/^[A-Za-z0-9_-]{43}$/, CODE)),
          doc('The code of the link.', 'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs'),
        ),
        attempt: field(
          v.pipe(v.string(ATTEMPT), v.regex(/^[A-Za-z0-9_-]{16,64}$/, ATTEMPT)),
          doc(
            'A random text. If you repeat the request, send the same text again.',
            '3f9c1b7e-52d4-4a8e-9c06-7d1e5a2b8f40',
          ),
        ),
      }),
      maxBytes: 1024,
    },
    response: {
      status: 200,
      body: v.object({
        token: field(
          v.string(),
          doc(
            'The access token with which the panel sends requests for the person who opened the link.',
            'eyJhbGciOiJIUzI1NiIs…',
          ),
        ),
      }),
    },
    otherStatuses: [404],
  },
  routeDoc(({ attemptId, linkCode, token }) => ({
    group: 'Network',
    summary: 'Exchange the code of an admin link for an access token',
    description:
      'The panel calls this route. A code can be exchanged once. The caller generates a random text, and sends the text in the field `attempt`. If the response is lost, the caller can repeat the request with the same `attempt` to get a token. The response is 404 if the code is unknown, if the code has expired, or if the code was exchanged with another `attempt`. If an operator creates a link and names no person, the code of this link can be exchanged any number of times until the link expires, or until an operator revokes the signing key of the link.',
    response: 'An access token for the person who opened the link. The token has the role that the link sets.',
    example: { body: { code: linkCode, attempt: attemptId }, response: { token } },
  })),
);

/** Those of this file. */
export const adminLinkRoutes = { createAdminLink, redeemAdminLink };
