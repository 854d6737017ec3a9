/** Everybody who may call, with tokens that are valid and others that must open nothing. */

import { findNetwork } from '@social-platform-services/ctl/networks';
import { signingKeyOf } from '@social-platform-services/ctl/signing-keys';
import * as v from 'valibot';
import { mayUse, type Role } from '../../contract/access.ts';
import { UserId } from '../../contract/ids.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { issueToken } from '../../lambdas/auth/access-token.ts';
import { connection, tokenFor } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import type { Credential } from './random-requests.ts';
import type { Tenant, TestUserId } from './tenant.ts';

/** A caller whose token is valid. */
interface Identity {
  readonly tenant: Tenant;
  readonly role: Role;
  /** Present for users only. */
  readonly userId?: TestUserId;
  /** No feature is on for the tenant. */
  readonly isLocked: boolean;
}

export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
  /** Undefined if the token must be refused. */
  readonly identity: Identity | undefined;
}

/** The callers of all tenants, of which the last one is locked. `forgedRoles` are those that refused tokens claim. */
export async function callersOf(tenants: readonly Tenant[], forgedRoles: readonly Role[]): Promise<readonly Caller[]> {
  const callers: Caller[] = [{ name: 'nobody', token: undefined, identity: undefined }];
  for (const [index, tenant] of tenants.entries()) {
    const isLocked = index === tenants.length - 1;
    const other = tenants[(index + 1) % tenants.length] ?? tenant;
    const { alice, bob, server, admin, link, viewer } = tenant.tokens;
    const valid = (name: string, token: string, role: Role, userId?: TestUserId): Caller => {
      const identity = { tenant, role, isLocked, ...(userId !== undefined && { userId }) };
      return { name: `${name} of tenant ${index}`, token, identity };
    };
    const refused = (name: string, token: string): Caller => ({
      name: `${name} of tenant ${index}`,
      token,
      identity: undefined,
    });
    callers.push(
      valid('alice', alice, 'user', 'alice'),
      valid('bob', bob, 'user', 'bob'),
      valid('the server', server, 'server'),
      valid('the admin', admin, 'admin'),
      valid('the admin with a link', link, 'admin'),
      valid('the viewer', viewer, 'viewer'),
    );
    // Those of one tenant are enough: they must get nothing anywhere.
    for (const role of index === 0 ? forgedRoles : []) {
      const userId = role === 'user' ? 'alice' : 'root';
      callers.push(
        refused(`an expired ${role}`, await tokenFor(tenant.networkId, userId, role, -5)),
        refused(`a forged ${role}, with the key of another`, await foreignToken(tenant, other, role, 'own')),
        refused(`a forged ${role}, who names the right key`, await foreignToken(tenant, other, role, 'claimed')),
      );
    }
  }
  return callers;
}

/** A token with the claims of one tenant, signed with the key of another, under that key's name or under its own. */
async function foreignToken(claimed: Tenant, signing: Tenant, role: Role, keyName: 'own' | 'claimed') {
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
    { authorization: undefined, sign: (text) => signedHeaders(tenant.secret, text), opens: isOfReceivers },
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
  opens: (route) => isOpen(route) || mayUse(role, route),
});
