/** A client of the user pool, in the terms of OpenID Connect. */
import type { Resource } from '../template/inventory.ts';

export interface IdentityClient {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  /** The allowed targets of the redirect after sign-out. */
  readonly signOutUris: readonly string[];
  /** Such as `openid`. */
  readonly openIdScopes: readonly string[];
  /** `<resource server>/<scope>`. */
  readonly resourceScopes: readonly string[];
  readonly accessTokenSeconds: number;
  readonly idTokenSeconds: number;
  readonly refreshTokenSeconds: number;
}

/** Reads a client from the template. A scope that no resource server has is a scope of OpenID Connect itself. */
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
    accessTokenSeconds: properties.AccessTokenValidity * 60,
    idTokenSeconds: properties.IdTokenValidity * 60,
    refreshTokenSeconds: properties.RefreshTokenValidity * 60,
  };
}
