/** Links into the admin panel, each for one person and one use (docs/spec/access.md#admin-links). */
import * as v from 'valibot';
import { UserId } from './ids.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { integerFrom, object } from './schema.ts';

/** For how many minutes a link can be opened. */
export const ADMIN_LINK_MINUTES = 10;
/** Seconds for which the person who opens a link is signed in. */
const session = { shortest: 60, usual: 60 * 60, longest: 12 * 60 * 60 };
/** What the panel's URL ends with, before the code. Browsers send no fragment to a server. */
export const ADMIN_LINK_FRAGMENT = '#link=';

const ROLE = 'must be admin or viewer';
const CODE = 'must be the code of a link: 43 of A-Z, a-z, 0-9, - and _';
const ATTEMPT = 'must be 16 to 64 of A-Z, a-z, 0-9, - and _';

export const AdminLinkRole = v.picklist(['admin', 'viewer'], ROLE);

export const createAdminLink = defineRoute({
  operationId: 'createAdminLink',
  method: 'POST',
  path: '/admin-links',
  summary: 'Make a link into the admin panel',
  description: `For a person whom the network's own product has signed in. The link can be opened once, within ${ADMIN_LINK_MINUTES} minutes, and signs in that person, whom the audit trail names. It needs no feature.`,
  role: 'server',
  quota: 'administration',
  body: {
    schema: object({
      user: UserId,
      role: v.optional(AdminLinkRole, 'admin'),
      sessionSeconds: v.optional(integerFrom(session.shortest, session.longest), session.usual),
    }),
    maxBytes: SMALL_BODY_BYTES,
  },
  response: {
    status: 201,
    description: 'The link.',
    body: v.object({
      link: v.optional(v.string()),
      code: v.string(),
      expiresAt: v.string(),
    }),
  },
});

export const redeemAdminLink = defineRoute({
  operationId: 'redeemAdminLink',
  method: 'POST',
  path: '/admin-links/redeem',
  summary: 'Exchange the code of an admin link for an access token',
  description:
    'For the panel. A code works once. The same `attempt`, which the caller makes up at random, gets a token again, so that a lost response can be asked for once more; any other is 404, as is a code that is unknown or has expired.',
  role: 'anyone',
  quota: 'none',
  body: {
    schema: object({
      code: v.pipe(v.string(CODE), v.regex(/^[A-Za-z0-9_-]{43}$/, CODE)),
      attempt: v.pipe(v.string(ATTEMPT), v.regex(/^[A-Za-z0-9_-]{16,64}$/, ATTEMPT)),
    }),
    maxBytes: 1024,
  },
  response: {
    status: 200,
    description: 'A token of the person, in the role that the link has.',
    body: v.object({ token: v.string() }),
  },
  otherStatuses: [404],
});
