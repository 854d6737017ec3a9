/** Values of the header Authorization: valid ones of every role, and others that must open nothing. */

import * as v from 'valibot';
import { mayUse, type Role } from '../../contract/access.ts';
import { UserId } from '../../contract/ids.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { findNetwork } from '../../ctl/networks.ts';
import { signingKeyOf } from '../../ctl/signing-keys.ts';
import { issueToken } from '../../lambdas/auth/access-token.ts';
import { connection, tokenFor } from '../../testing/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import type { Credential } from './random-requests.ts';
import type { Tenant } from './tenant.ts';

/** A token with the claims of one tenant, signed with the key of another, under that key's name or under its own. */
export async function foreignToken(claimed: Tenant, signing: Tenant, role: Role, keyName: 'own' | 'claimed') {
  const key = signingKeyOf(await findNetwork(connection(), signing.networkId));
  const { keyId } = signingKeyOf(await findNetwork(connection(), claimed.networkId));
  const subject = { networkId: claimed.networkId, userId: v.parse(UserId, 'root'), role };
  return await issueToken(subject, keyName === 'own' ? key : { ...key, keyId }, 3_600);
}

/** Credentials for the tenant's routes. Events are posted for `feed`. */
export async function credentialsOf(tenant: Tenant, feed: Tenant, other: Tenant): Promise<readonly Credential[]> {
  const { alice, admin, link, viewer } = tenant.tokens;
  const expired = await tokenFor(tenant.networkId, 'root', 'admin', -5);
  const [header = '', payload = '', signature = ''] = admin.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const useless = [
    undefined,
    ...['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic YWxpY2U6c2VjcmV0', `Bearer ${admin}, Bearer ${admin}`, admin],
    ...[`Bearer ${expired}`, `Bearer ${header}.${payload}.`, `Bearer ${none}.${payload}.${signature}`],
    ...[`Bearer ${header}.${payload}.${signature}x`, `Bearer ${other.networkId}~${admin}`, `Bearer ~${admin}`],
    ...[
      `Bearer __proto__~${admin}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer ${'.'.repeat(500)}`,
      'Bearer \u00e9.\u00ff.x',
    ],
    `Bearer ${await foreignToken(tenant, other, 'admin', 'own')}`,
    `Bearer ${await foreignToken(tenant, other, 'admin', 'claimed')}`,
  ];
  return [
    opening(alice, 'user'),
    opening(feed.tokens.server, 'server'),
    { ...opening(tenant.tokens.server, 'user'), onBehalfOf },
    { authorization: `Bearer ${alice}`, onBehalfOf, opens: isOpen },
    { authorization: `Bearer ${admin}`, onBehalfOf, opens: isOpen },
    opening(admin, 'admin'),
    opening(link, 'admin'),
    opening(viewer, 'viewer'),
    { authorization: undefined, sign: (body) => signedHeaders(tenant.secret, body), opens: isOfReceivers },
    ...useless.map((authorization) => ({ authorization, opens: isOpen })),
  ];
}

/** Names of users, half of them good ones. */
const onBehalfOf: readonly string[] = [
  ...['alice', 'alice', 'alice', 'bob', 'bob', '%F0%9F%98%80', '__proto__', 'a%2Cb', "a'b"],
  ...['', '%', '%zz', '%00', '%ff', '%ED%A0%80', 'alice,bob', 'alice bob', '\u00e9', 'x'.repeat(129)],
];

const isOfReceivers = (route: RouteDefinition): boolean => isOpen(route) || route.role === 'receiver';

const isOpen = ({ role }: RouteDefinition): boolean => role === 'anyone';

const opening = (token: string, role: Role): Credential => ({
  authorization: `Bearer ${token}`,
  opens: (route) => isOpen(route) || mayUse(role, route.role),
});
