/** Signs in at the local identity provider as a browser would: authorization code with PKCE, over plain HTTP. */
import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { cloud } from './service.ts';

export const PanelConfig = v.object({
  apiUrl: v.string(),
  signIn: v.object({ issuer: v.string(), clientId: v.string(), scope: v.string() }),
});

export const Tokens = v.object({
  access_token: v.string(),
  id_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
});
export type Tokens = v.InferOutput<typeof Tokens>;

/** The names of the provider's endpoints that the panel uses. */
export const Discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  end_session_endpoint: v.string(),
  revocation_endpoint: v.string(),
  jwks_uri: v.string(),
});

/** The configuration that the panel of the local cloud reads when it starts. */
export async function panelConfig(): Promise<v.InferOutput<typeof PanelConfig>> {
  return v.parse(PanelConfig, await (await fetch(`${cloud().url}/admin/config.json`)).json());
}

export async function discovery(): Promise<v.InferOutput<typeof Discovery>> {
  const { signIn } = await panelConfig();
  return v.parse(Discovery, await (await fetch(`${signIn.issuer}/.well-known/openid-configuration`)).json());
}

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

/** The panel's request for a code, and the verifier that redeems the code. */
export async function authorizationRequest(
  changes: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly verifier: string }> {
  const { signIn } = await panelConfig();
  const { authorization_endpoint } = await discovery();
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: signIn.clientId,
    redirect_uri: panelUrl(),
    scope: signIn.scope,
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return { url: `${authorization_endpoint}?${query}`, verifier };
}

export const panelUrl = (): string => `${cloud().url}/admin/`;

/** Signs in and returns the tokens. Throws if the page refuses the password. */
export async function signIn(
  userName: string,
  password = userName,
  browser = new Browser(),
  changes: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const { url, verifier } = await authorizationRequest(changes);
  const form = await browser.follow(url, panelUrl());
  const back = form.url.startsWith(panelUrl())
    ? form
    : await submit(browser, form.url, { username: userName, password });
  const code = new URL(back.url).searchParams.get('code') ?? '';
  return redeem({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: panelUrl() });
}

async function submit(browser: Browser, url: string, form: Readonly<Record<string, string>>) {
  const response = await browser.open(url, form);
  const location = response.headers.get('location');
  if (location === null)
    throw new Error(`The sign-in page responded with ${response.status}: ${await response.text()}`);
  return browser.follow(new URL(location, url).href, panelUrl());
}

/** Calls the token endpoint as the panel's client. Throws the text of a response that is not OK. */
export async function redeem(grant: Readonly<Record<string, string>>): Promise<Tokens> {
  const [{ signIn }, { token_endpoint }] = await Promise.all([panelConfig(), discovery()]);
  const response = await fetch(token_endpoint, {
    method: 'POST',
    headers: { origin: cloud().url },
    body: new URLSearchParams({ client_id: signIn.clientId, ...grant }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return v.parse(Tokens, JSON.parse(text));
}
