/**
 * Tokens of admins who have signed in: access tokens of the stage's user pool, JWTs signed RS256 with keys that the
 * pool publishes (ADR 28).
 */
import { createRemoteJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as v from 'valibot';
import { ADMIN_SCOPE, GROUPS_CLAIM, VIEWERS_SUFFIX } from '../../contract/access.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { clockApart, clockClaims, InvalidTokenError, refuseByClock } from './clock-claims.ts';

const Claims = v.object({
  /** An ID token says `id`, and opens nothing. */
  token_use: v.literal('access'),
  username: UserId,
  scope: v.pipe(
    v.string(),
    v.check((scope) => scope.split(' ').includes(ADMIN_SCOPE)),
  ),
  [GROUPS_CLAIM]: v.optional(v.array(v.string()), []),
  ...clockClaims,
});

/** What somebody may do in a network: change it, or look at it. */
export type AccountRole = 'admin' | 'viewer';

/** An admin or viewer, and their role in each network of whose groups they are a member. */
export interface Admin {
  readonly userId: UserId;
  readonly networks: ReadonlyMap<NetworkId, AccountRole>;
  /** When the token expires: seconds since 1970. */
  readonly expiresAt: number;
}

/** The issuer's keys can't be had, so nothing is known of the token: the fault is ours, and asking again may help. */
export class IssuerUnavailableError extends Error {}

export type AdminTokens = ReturnType<typeof adminTokens>;

/** Characters: room for the hundred groups that Cognito lets a user be in. */
const MAX_TOKEN_LENGTH = 8192;
/** A route's caller waits for this. */
const FETCH_TIMEOUT_MS = 2_000;
/** An unknown `kid` has the keys fetched again, but no more often than this, whoever makes tokens up. */
const FETCH_COOLDOWN_MS = 30_000;
const KEYS_MAX_AGE_MS = HOUR_MS;

/** Recognizes and verifies tokens of `issuer`, a URL. Its keys are fetched when first needed, and cached. */
export function adminTokens(issuer: string) {
  const published = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: FETCH_COOLDOWN_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    // A kept connection would be dead after Lambda has frozen the process.
    headers: { connection: 'close' },
  });
  return { claimsToBe, verify };

  /** Whether the token says that it is the issuer's: it is verified as such then, and as nothing else. */
  function claimsToBe(token: string): boolean {
    try {
      return decodeJwt(token).iss === issuer;
    } catch {
      return false;
    }
  }

  /**
   * The admin whom the token identifies. Throws InvalidTokenError for a token that is not the issuer's, has expired, or
   * was not issued for this API; IssuerUnavailableError where its keys can't be had.
   */
  async function verify(token: string): Promise<Admin> {
    if (token.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError('the access token is too long');
    const claims = v.safeParse(Claims, await verifiedPayload(token));
    if (!claims.success) {
      throw new InvalidTokenError(`the token must be an access token with the scope ${ADMIN_SCOPE}`);
    }
    refuseByClock(claims.output);
    const groups = claims.output[GROUPS_CLAIM];
    const { username: userId, exp: expiresAt } = claims.output;
    return { userId, networks: rolesIn(groups), expiresAt };
  }

  async function verifiedPayload(token: string) {
    try {
      const expected = { algorithms: ['RS256'], issuer, requiredClaims: ['exp', 'iat'], ...clockApart };
      const { payload } = await jwtVerify(token, keyOf, expected);
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new InvalidTokenError('the access token is not valid');
      throw error;
    }
  }

  function keyOf(...[header, token]: Parameters<JWTVerifyGetKey>): ReturnType<JWTVerifyGetKey> {
    return published(header, token).catch((cause: unknown) => {
      const isTokensFault =
        cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys;
      throw isTokensFault ? cause : new IssuerUnavailableError(`The keys of ${issuer} can't be had.`, { cause });
    });
  }
}

/** The networks of groups, with the role in each: admin, if the groups say both. Other groups mean nothing. */
function rolesIn(groups: readonly string[]): ReadonlyMap<NetworkId, AccountRole> {
  const viewers = groups.filter((group) => group.endsWith(VIEWERS_SUFFIX));
  const viewed = viewers.map((group) => [group.slice(0, -VIEWERS_SUFFIX.length), 'viewer'] as const);
  const own = groups.map((group) => [group, 'admin'] as const);
  const isNetwork = (entry: readonly [string, AccountRole]): entry is [NetworkId, AccountRole] =>
    v.is(NetworkId, entry[0]);
  return new Map([...viewed, ...own].filter(isNetwork));
}
