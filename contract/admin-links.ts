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
    admin: doc('The person may see and change everything that an admin may.'),
    viewer: doc('The person may see everything except secrets, and may change nothing.'),
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
        role: field(v.optional(AdminLinkRole, 'admin'), doc('What the person may do.')),
        sessionSeconds: field(
          v.optional(integerFrom(linkSessionSeconds.shortest, linkSessionSeconds.longest), linkSessionSeconds.usual),
          doc('How many seconds the person stays signed in after opening the link.', 3_600),
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
            'The URL of the panel, followed by `#link=` and the code; absent if the stage has no setting for the URL of its panel.',
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
    description: `Makes a link that opens the admin panel for a person whom your own product has signed in. The link can be opened once, within ${ADMIN_LINK_MINUTES} minutes. The audit trail gets an entry about the link. If the person changes something later, the entry about the change has the id of the person. The network needs no feature for this request.`,
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
            'A random text, which is the same in all repetitions of the request.',
            '3f9c1b7e-52d4-4a8e-9c06-7d1e5a2b8f40',
          ),
        ),
      }),
      maxBytes: 1024,
    },
    response: {
      status: 200,
      body: v.object({ token: field(v.string(), doc('An access token of the person.', 'eyJhbGciOiJIUzI1NiIs…')) }),
    },
    otherStatuses: [404],
  },
  routeDoc(({ attemptId, linkCode, token }) => ({
    group: 'Network',
    summary: 'Exchange the code of an admin link for an access token',
    description:
      "The panel calls this route. A code works once. The caller chooses a random text as `attempt`. If the response is lost, the caller can repeat the request with the same `attempt` to get a token. If the code was used with another `attempt`, is unknown or has expired, the response is 404. The code of an operator's own link is an exception: this code works any number of times until the link expires.",
    response: 'An access token of the person, with the role that the link gives.',
    example: { body: { code: linkCode, attempt: attemptId }, response: { token } },
  })),
);

/** Those of this file. */
export const adminLinkRoutes = { createAdminLink, redeemAdminLink };
