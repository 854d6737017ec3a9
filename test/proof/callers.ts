/** Everybody who may call: users, servers, admins and viewers of each tenant, and those whose token is not valid. */
import type { Role } from '../../contract/access.ts';
import { tokenFor } from '../../testing/service.ts';
import { foreignToken } from './credentials.ts';
import type { Tenant, TestUserId } from './tenant.ts';

/** A caller whose token is valid. */
export interface Identity {
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

/** The callers of all tenants, of which the last one is locked. */
export async function callersOf(tenants: readonly Tenant[]): Promise<readonly Caller[]> {
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
    for (const role of ['user', 'server', 'admin', 'viewer'] as const) {
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
