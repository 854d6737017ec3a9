/** Reads an access token's claims without verifying them: only the API decides whether a token is valid. */
import * as v from 'valibot';

const LinkClaims = v.object({ networkId: v.string(), sub: v.string(), exp: v.number() });

/** The claims of an admin link's token: network, user, and `exp` in seconds since 1970. Undefined for any other text. */
export function linkClaims(token: string): v.InferOutput<typeof LinkClaims> | undefined {
  const claims = v.safeParse(LinkClaims, payloadOf(token));
  return claims.success ? claims.output : undefined;
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
