/** An issuer for tests: it publishes keys over HTTP as a user pool does, and signs tokens with any claims. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { ADMIN_SCOPE } from '../../contract/access.ts';
import { portOf } from '../support/receivers/listening.ts';

export interface TestIssuer {
  readonly url: string;
  /** The public key as text. */
  readonly publicKey: string;
  /** The number of requests for the keys. */
  requests(): number;
  openConnections(): Promise<number>;
  /** From now on responds with this instead of the keys, or with the keys again. */
  respondWith(response: IssuerResponse | 'keys'): void;
  /** An access token like Cognito's, with the given claims in addition or instead; `undefined` leaves one out. */
  token(claims?: Readonly<Record<string, unknown>>, keyId?: string): Promise<string>;
  /** Stops the server at the issuer's URL. */
  close(): Promise<void>;
}

interface IssuerResponse {
  readonly status: number;
  readonly body: string;
}

const KEY_ID = 'key-1';

export const newKeys = () => generateKeyPair('RS256', { extractable: true });
/** Of all issuers that are given no others, since making a pair takes long. */
const usualKeys = newKeys();

export async function startIssuer(pair: ReturnType<typeof newKeys> = usualKeys): Promise<TestIssuer> {
  const { publicKey, privateKey } = await pair;
  const keys = [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }];
  let requests = 0;
  const keysResponse: IssuerResponse = { status: 200, body: JSON.stringify({ keys }) };
  let current = keysResponse;
  const server = createServer((request, response) => {
    if (request.url === '/.well-known/jwks.json') requests += 1;
    response.writeHead(current.status, { 'content-type': 'application/json' }).end(current.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${portOf(server)}`;

  return {
    url,
    publicKey: await exportSPKI(publicKey),
    requests: () => requests,
    openConnections: () => promisify(server.getConnections.bind(server))(),
    respondWith(next) {
      current = next === 'keys' ? keysResponse : next;
    },
    async token(claims = {}, keyId = KEY_ID) {
      return new SignJWT({ ...usualClaims(url), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: keyId })
        .sign(privateKey);
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

const usualClaims = (issuer: string): JWTPayload => {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: issuer,
    sub: '6f1c2b3a-1111-2222-3333-444455556666',
    username: 'root',
    token_use: 'access',
    scope: `openid email ${ADMIN_SCOPE}`,
    client_id: 'panel',
    'cognito:groups': ['acme'],
    iat: now,
    exp: now + 900,
  };
};
