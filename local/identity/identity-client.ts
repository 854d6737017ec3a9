/** The clients of the template's user pool. */
import type { Resource } from '../template/inventory.ts';

/** A client of the user pool, in the terms of OpenID Connect. */
export type IdentityClient = ReturnType<typeof identityClient>;

/** Reads a client from the template. A scope that no resource server has is a scope of OpenID Connect itself. */
export function identityClient(
  { name, properties }: Resource<'AWS::Cognito::UserPoolClient'>,
  resourceServers: readonly Resource<'AWS::Cognito::UserPoolResourceServer'>[],
) {
  const known = resourceServers.flatMap(({ properties: { Identifier, Scopes } }) =>
    Scopes.map(({ ScopeName }) => `${Identifier}/${ScopeName}`),
  );
  const scopes = properties.AllowedOAuthScopes;
  return {
    clientId: name,
    redirectUris: properties.CallbackURLs,
    /** The allowed targets of the redirect after sign-out. */
    signOutUris: properties.LogoutURLs,
    openIdScopes: scopes.filter((scope) => !known.includes(scope)),
    resourceScopes: scopes.filter((scope) => known.includes(scope)),
    accessTokenSeconds: properties.AccessTokenValidity * 60,
    idTokenSeconds: properties.IdTokenValidity * 60,
    refreshTokenSeconds: properties.RefreshTokenValidity * 60,
  };
}
