/** Reads an access token's claims without verifying them: only the API decides whether a token is valid. */
import * as v from 'valibot';
import type { Role } from './session.ts';

const LinkClaims = v.object({
  networkId: v.string(),
  sub: v.string(),
  role: v.fallback(v.picklist(['admin', 'viewer']), 'admin'),
  exp: v.number(),
});

/** What follows the network's ID in the group of its viewers (docs/spec/access.md#admin-accounts). */
const VIEWERS_SUFFIX = '_viewer';

/** The claims of an admin link's token: network, user, role, and `exp` in seconds since 1970. Undefined for any other text. */
export function linkClaims(token: string): v.InferOutput<typeof LinkClaims> | undefined {
  const claims = v.safeParse(LinkClaims, payloadOf(token));
  return claims.success ? claims.output : undefined;
}

/** The networks of an account's groups in alphabetical order, with the role in each. */
export function networksOf(groups: readonly string[]): ReadonlyMap<string, Role> {
  const isViewers = (group: string) => group.endsWith(VIEWERS_SUFFIX);
  const viewed = groups.filter(isViewers).map((group) => [group.slice(0, -VIEWERS_SUFFIX.length), 'viewer'] as const);
  const own = groups.filter((group) => !isViewers(group)).map((group) => [group, 'admin'] as const);
  return new Map([...new Map<string, Role>([...viewed, ...own])].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function payloadOf(token: string): unknown {
  const [, payload] = token.split('.');
  if (payload === undefined) return undefined;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
