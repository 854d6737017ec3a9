/** The claims of a token that are times: one rule for both kinds of tokens (docs/spec/access.md#clocks). */
import * as v from 'valibot';

/** Why a token is refused. The message is for the caller; it says nothing about keys or other networks. */
export class InvalidTokenError extends Error {}

/** Seconds by which the clock of whoever issues tokens may be ahead. It does not prolong a token: `exp` is exact. */
const LEEWAY_SECONDS = 5 * 60;

/** For jose, which has a rule of its own, in whole seconds: it leaves these claims to `refuseByClock`. */
export const clockApart = { clockTolerance: Number.MAX_SAFE_INTEGER };

const Seconds = v.pipe(v.number(), v.finite());

/** Schemas of these claims: when a token was issued, from when it is valid, when it expires. Seconds since 1970. */
export const clockClaims = { iat: Seconds, nbf: v.optional(Seconds), exp: Seconds };

interface ClockClaims {
  readonly iat: number;
  readonly nbf?: number | undefined;
  readonly exp: number;
}

/** Throws InvalidTokenError for an `exp` that is past, and an `iat` or `nbf` that is further ahead than the leeway. */
export function refuseByClock({ iat, nbf = iat, exp }: ClockClaims): void {
  const now = Date.now() / 1000;
  if (exp <= now) throw new InvalidTokenError('the access token has expired');
  if (iat > now + LEEWAY_SECONDS) throw new InvalidTokenError('the access token was issued in the future');
  if (nbf > now + LEEWAY_SECONDS) throw new InvalidTokenError('the access token is not valid yet');
}
