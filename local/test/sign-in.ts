/** A user pool of a test file's own, and sign-in there as a browser would: authorization code with PKCE, over plain HTTP. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import * as v from 'valibot';
import { type GatewayServer, startGatewayServer } from '../gateway/server.ts';
import { createIdentity, issuerAt } from '../identity/identity.ts';
import { takeInventory } from '../template/inventory.ts';
import type { Json } from '../template/json.ts';

const Tokens = v.object({
  access_token: v.string(),
  id_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
});
export type Tokens = v.InferOutput<typeof Tokens>;

/** The names of the provider's endpoints that a client uses. */
const Discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  end_session_endpoint: v.string(),
  revocation_endpoint: v.string(),
  jwks_uri: v.string(),
});

const account = (userName: string, ...groups: readonly string[]) => ({
  userName,
  password: userName,
  email: `${userName}@example.com`,
  groups,
});
const accounts = [account('admin', 'demo', 'other'), account('demo-admin', 'demo')];

/** The template of a pool with one client, whose pages are at `page`. */
const resourcesFor = (page: string): Readonly<Record<string, Readonly<Record<string, Json>>>> => ({
  'AWS::Cognito::UserPool': {},
  'AWS::Cognito::UserPoolResourceServer': { Identifier: 'notes', Scopes: [{ ScopeName: 'write' }] },
  'AWS::Cognito::UserPoolClient': {
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email', 'notes/write'],
    CallbackURLs: [page],
    LogoutURLs: [page],
    GenerateSecret: false,
    AccessTokenValidity: 15,
    IdTokenValidity: 15,
    RefreshTokenValidity: 60,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  },
});

let gateway: GatewayServer | undefined;
let clientId = '';

const notHosted = () => Promise.reject(new Error('not hosted'));

beforeAll(async () => {
  gateway = await startGatewayServer({ port: 0, onRequest: () => {}, onError: () => {} });
  const resources = Object.entries(resourcesFor(pageUrl())).map(([Type, Properties]) => [
    Type.replaceAll(':', ''),
    { Type, Properties: { ...Properties }, Metadata: {} },
  ]);
  const template = { Resources: Object.fromEntries(resources), Outputs: {} };
  const assembly = { stacks: [{ name: 'notes', path: 'notes', template }], assetPath: () => undefined };
  const { url } = gateway;
  const inventory = takeInventory(assembly, { gateway: url, sqs: url, identity: issuerAt(url) });
  clientId = inventory.of('AWS::Cognito::UserPoolClient')[0]?.name ?? '';
  const identity = createIdentity(inventory, { url, accounts });
  gateway.open({ api: notHosted, local: notHosted, site: undefined, identity });
});
afterAll(async () => void (await gateway?.stop(0)));

/** The URL of the gateway that serves the provider. */
export function gatewayUrl(): string {
  if (gateway === undefined) throw new Error('The gateway is started before the first test.');
  return gateway.url;
}

/** The page that people sign in to. */
export const pageUrl = (): string => `${gatewayUrl()}/app/`;

/** What the page knows of the pool. */
export const client = () => ({ issuer: issuerAt(gatewayUrl()), clientId, scope: 'openid email notes/write' });

export const discovery = async (): Promise<v.InferOutput<typeof Discovery>> =>
  v.parse(Discovery, await (await fetch(`${client().issuer}/.well-known/openid-configuration`)).json());

/** A minimal browser: it stores cookies, and follows no redirect by itself. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects to a page, or to a URL that begins with `until`. Returns the last URL and its status. */
  async follow(url: string, until: string): Promise<{ readonly url: string; readonly status: number }> {
    let at = url;
    for (let hops = 0; hops < 10; hops += 1) {
      if (hops > 0 && at.startsWith(until)) return { url: at, status: 302 };
      const response = await this.open(at);
      const location = response.headers.get('location');
      if (location === null) return { url: at, status: response.status };
      at = new URL(location, at).href;
    }
    throw new Error(`Too many redirects, at last to ${at}.`);
  }
}

/** The page's request for a code, and the verifier that redeems the code. */
export async function authorizationRequest(
  changes: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly verifier: string }> {
  const { clientId, scope } = client();
  const { authorization_endpoint } = await discovery();
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: pageUrl(),
    scope,
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return { url: `${authorization_endpoint}?${query}`, verifier };
}

/** Signs in and returns the tokens. Throws if the page refuses the password. */
export async function signIn(
  userName: string,
  password = userName,
  browser = new Browser(),
  changes: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const { url, verifier } = await authorizationRequest(changes);
  const form = await browser.follow(url, pageUrl());
  const back = form.url.startsWith(pageUrl())
    ? form
    : await submit(browser, form.url, { username: userName, password });
  const code = new URL(back.url).searchParams.get('code') ?? '';
  return redeem({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: pageUrl() });
}

async function submit(browser: Browser, url: string, form: Readonly<Record<string, string>>) {
  const response = await browser.open(url, form);
  const location = response.headers.get('location');
  if (location === null)
    throw new Error(`The sign-in page responded with ${response.status}: ${await response.text()}`);
  return browser.follow(new URL(location, url).href, pageUrl());
}

/** Calls the token endpoint as the page's client. Throws the text of a response that is not OK. */
export async function redeem(grant: Readonly<Record<string, string>>): Promise<Tokens> {
  const { token_endpoint } = await discovery();
  const response = await fetch(token_endpoint, {
    method: 'POST',
    headers: { origin: gatewayUrl() },
    body: new URLSearchParams({ client_id: client().clientId, ...grant }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return v.parse(Tokens, JSON.parse(text));
}
