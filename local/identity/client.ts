/** A client of the user pool, in the words of OpenID Connect. */
import type { TimeUnit, UserPoolClientProperties } from '../template/identity-types.ts';
import type { Resource } from '../template/inventory.ts';

export interface IdentityClient {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  /** Where sign-out may lead. */
  readonly signOutUris: readonly string[];
  /** Such as `openid`. */
  readonly openIdScopes: readonly string[];
  /** `<resource server>/<scope>`. */
  readonly resourceScopes: readonly string[];
  readonly accessTokenSeconds: number;
  readonly idTokenSeconds: number;
  readonly refreshTokenSeconds: number;
}

const secondsOf: Readonly<Record<TimeUnit, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

/** Reads a client from the template. A scope that no resource server has is one of OpenID Connect's own. */
export function identityClient(
  { name, properties }: Resource<'AWS::Cognito::UserPoolClient'>,
  resourceServers: readonly Resource<'AWS::Cognito::UserPoolResourceServer'>[],
): IdentityClient {
  const known = resourceServers.flatMap(({ properties: { Identifier, Scopes } }) =>
    Scopes.map(({ ScopeName }) => `${Identifier}/${ScopeName}`),
  );
  const scopes = properties.AllowedOAuthScopes;
  return {
    clientId: name,
    redirectUris: properties.CallbackURLs,
    signOutUris: properties.LogoutURLs,
    openIdScopes: scopes.filter((scope) => !known.includes(scope)),
    resourceScopes: scopes.filter((scope) => known.includes(scope)),
    ...lifetimesOf(properties),
  };
}

function lifetimesOf({
  AccessTokenValidity,
  IdTokenValidity,
  RefreshTokenValidity,
  TokenValidityUnits: units,
}: UserPoolClientProperties): Pick<IdentityClient, 'accessTokenSeconds' | 'idTokenSeconds' | 'refreshTokenSeconds'> {
  return {
    accessTokenSeconds: AccessTokenValidity * secondsOf[units.AccessToken],
    idTokenSeconds: IdTokenValidity * secondsOf[units.IdToken],
    refreshTokenSeconds: RefreshTokenValidity * secondsOf[units.RefreshToken],
  };
}
