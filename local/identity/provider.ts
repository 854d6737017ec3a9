/**
 * The OpenID Connect provider, configured to behave as a Cognito user pool: the same paths, claims and kinds of tokens,
 * refresh tokens without a scope that asks for them, and no page that asks for consent.
 */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { LRUCache } from 'lru-cache';
import Provider, {
  type AdapterFactory,
  type AdapterPayload,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { accountOf, type LocalAccount } from './accounts.ts';
import type { IdentityClient } from './identity-client.ts';
import { errorPage } from './pages.ts';

export interface ProviderOptions {
  readonly clients: readonly IdentityClient[];
  readonly accounts: readonly LocalAccount[];
  readonly issuer: string;
  /** The path of the issuer. */
  readonly path: string;
}

/** The name of the cookie that keeps somebody signed in. */
export const SESSION_COOKIE = 'local_identity';
/** As in Cognito's managed login. */
const SESSION_SECONDS = 3_600;
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 600;

/** The resource of all resource scopes of the template. Cognito needs no resource besides the scope. */
const RESOURCE = 'urn:user-pool:resource-servers';

/** Its keys are new, so that no token or session outlives the local cloud. */
export async function createProvider({ clients, accounts, issuer, path }: ProviderOptions): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const { origin } = new URL(issuer);
  const ofClient = new Map(clients.map((client) => [client.clientId, client]));
  const clientOf = ({ clientId }: { readonly clientId: string }): IdentityClient => {
    const client = ofClient.get(clientId);
    if (client === undefined) throw new Error(`There is no client ${clientId}.`);
    return client;
  };
  const configuration: Configuration = {
    adapter: memoryStore(),
    clients: clients.map(({ clientId, redirectUris }) => ({
      client_id: clientId,
      redirect_uris: [...redirectUris],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: SESSION_COOKIE, interaction: `${SESSION_COOKIE}_form`, resume: `${SESSION_COOKIE}_resume` },
      long: { path, httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      userinfo: '/oauth2/userInfo',
      revocation: '/oauth2/revoke',
      jwks: '/.well-known/jwks.json',
    },
    discovery: { end_session_endpoint: `${issuer}/logout` },
    interactions: { url: (_context, { uid }) => `${path}/login/${uid}` },
    renderError: (context, { error, error_description: description = '' }) => {
      context.type = 'html';
      context.body = errorPage(error, description);
    },
    clientBasedCORS: (_context, from) => from === origin,
    clientAuthMethods: ['none'],
    responseTypes: ['code'],

    scopes: [...new Set(clients.flatMap(({ openIdScopes }) => openIdScopes))],
    claims: {
      openid: ['sub', 'token_use', 'cognito:username', GROUPS_CLAIM],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    findAccount: (_context, userName) => {
      const account = accountOf(accounts, userName);
      return account && { accountId: userName, claims: () => idTokenClaims(account) };
    },
    extraTokenClaims: (_context, token) => {
      const account = 'accountId' in token ? accountOf(accounts, token.accountId) : undefined;
      return account && accessTokenClaims(account);
    },
    loadExistingGrant: (context) => grantEverything(context, clientOf),
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: (_context, _token, client) => clientOf(client).accessTokenSeconds,
      AuthorizationCode: CODE_SECONDS,
      Grant: Math.max(...clients.map(({ refreshTokenSeconds }) => refreshTokenSeconds)),
      IdToken: (_context, _token, client) => clientOf(client).idTokenSeconds,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: (_context, _token, client) => clientOf(client).refreshTokenSeconds,
      Session: SESSION_SECONDS,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, _resource, client) => {
          const { resourceScopes, accessTokenSeconds } = clientOf(client);
          return {
            scope: resourceScopes.join(' '),
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessTokenSeconds,
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
    },
  };
  return new Provider(issuer, configuration);
}

/** Grants everything that the client is registered for, without consent, as Cognito does. */
async function grantEverything(
  { oidc }: KoaContextWithOIDC,
  clientOf: (client: { readonly clientId: string }) => IdentityClient,
) {
  const { provider, client, session } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const { openIdScopes, resourceScopes } = clientOf(client);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(openIdScopes.join(' '));
  grant.addResourceScope(RESOURCE, resourceScopes.join(' '));
  await grant.save();
  return grant;
}

/** Cognito's claim with a user's groups. */
const GROUPS_CLAIM = 'cognito:groups';

/** The claims that Cognito adds to the standard ones of access tokens. */
const accessTokenClaims = ({ userName, groups }: LocalAccount) => ({
  token_use: 'access',
  username: userName,
  [GROUPS_CLAIM]: groups,
});

/** The claims of ID tokens. A client gets those of its scopes. */
const idTokenClaims = ({ userName, email, groups }: LocalAccount) => ({
  sub: userName,
  token_use: 'id',
  'cognito:username': userName,
  [GROUPS_CLAIM]: groups,
  email,
  email_verified: true,
});

const MAX_ENTRIES = 5_000;

/** Codes, sessions and refresh tokens in memory: a restart ends every sign-in. A separate store for each provider. Entries are removed when they expire. */
function memoryStore(): AdapterFactory {
  const entries = new LRUCache<string, AdapterPayload>({ max: MAX_ENTRIES });

  return (model) => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresInSeconds) {
        entries.set(keyOf(id), payload, expiresInSeconds === undefined ? {} : { ttl: expiresInSeconds * 1_000 });
      },
      find: async (id) => entries.get(keyOf(id)),
      findByUid: async (uid) => entries.find((payload, key) => key.startsWith(keyOf('')) && payload.uid === uid),
      /** Codes that users type belong to the device flow, which is off. */
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = entries.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
}
