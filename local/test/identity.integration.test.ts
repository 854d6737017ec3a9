/** The identity provider, called as a page calls Cognito. */
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { authorizationRequest, Browser, client, discovery, gatewayUrl, pageUrl, redeem, signIn } from './sign-in.ts';

/** The page that a sign-in begins with, in a new browser. */
async function signInPage() {
  const browser = new Browser();
  const { url } = await authorizationRequest();
  const page = await browser.follow(url, pageUrl());
  return { browser, page };
}

describe('the identity provider of a local cloud', () => {
  test('has the same paths as Cognito', async () => {
    const { issuer, ...endpoints } = await discovery();
    expect(issuer).toBe(`${gatewayUrl()}/_local/identity`);
    expect(endpoints).toEqual({
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      token_endpoint: `${issuer}/oauth2/token`,
      revocation_endpoint: `${issuer}/oauth2/revoke`,
      end_session_endpoint: `${issuer}/logout`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
    });
  });

  test('issues tokens with the claims of Cognito that are used', async () => {
    const config = client();
    const tokens = await signIn('admin');
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    const access = decodeJwt(tokens.access_token);
    expect(access).toMatchObject({
      iss: config.issuer,
      sub: 'admin',
      username: 'admin',
      token_use: 'access',
      client_id: config.clientId,
      scope: 'notes/write',
      'cognito:groups': ['demo', 'other'],
    });
    expect(Number(access.exp) - Number(access.iat)).toBe(15 * 60);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: config.issuer,
      aud: config.clientId,
      sub: 'admin',
      token_use: 'id',
      'cognito:username': 'admin',
      'cognito:groups': ['demo', 'other'],
      email: 'admin@example.com',
    });
  });

  test('refreshes tokens once for each refresh token, and not after it was revoked', async () => {
    const first = await signIn('demo-admin');
    const refresh = (refresh_token: string) => redeem({ grant_type: 'refresh_token', refresh_token });
    const second = await refresh(first.refresh_token);
    expect(decodeJwt(second.access_token)).toMatchObject({ username: 'demo-admin', 'cognito:groups': ['demo'] });
    await expect(refresh(first.refresh_token)).rejects.toThrow('invalid_grant');

    const { refresh_token } = await signIn('demo-admin');
    const config = client();
    const { revocation_endpoint } = await discovery();
    const form = new URLSearchParams({ client_id: config.clientId, token: refresh_token });
    expect((await fetch(revocation_endpoint, { method: 'POST', body: form })).status).toBe(200);
    await expect(refresh(refresh_token)).rejects.toThrow('invalid_grant');
  });

  test.each([
    ['admin', 'wrong'],
    ['nobody', 'nobody'],
    ['', ''],
    ['__proto__', ''],
    ['"><script>', 'x'],
  ])('shows its page again, with an alert, to %j with the password %j', async (username, password) => {
    const { browser, page } = await signInPage();
    const response = await browser.open(page.url, { username, password });
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toContain('<p role="alert">The user name or the password is wrong.</p>');
    expect(html).not.toContain('"><script>');
  });

  test('has a page that runs no script, allows no frame, and labels its fields', async () => {
    const { browser, page } = await signInPage();
    const response = await browser.open(page.url);
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(html).toMatch(/<label for="username">.*<input id="username" .*autocomplete="username"/s);
    expect(html).toMatch(/<label for="password">.*<input id="password" .*autocomplete="current-password"/s);
  });

  test('asks for the password again after sign-out, and not before', async () => {
    const browser = new Browser();
    await signIn('admin', 'admin', browser);
    await signIn('admin', 'not asked for', browser);
    const [{ end_session_endpoint }, config] = [await discovery(), client()];
    const query = new URLSearchParams({ client_id: config.clientId, logout_uri: pageUrl() });
    const out = await browser.open(`${end_session_endpoint}?${query}`);
    expect({ status: out.status, location: out.headers.get('location') }).toEqual({
      status: 302,
      location: pageUrl(),
    });
    await expect(signIn('admin', 'wrong', browser)).rejects.toThrow('The sign-in page responded with 401');
  });

  test.each([
    ['another site', () => ({ logout_uri: 'https://example.com/' })],
    ['a path below the page', () => ({ logout_uri: `${pageUrl()}x` })],
    ['another client', () => ({ client_id: 'other' })],
  ])('does not redirect to %s on sign-out', async (_, changes) => {
    const [{ end_session_endpoint }, config] = [await discovery(), client()];
    const query = new URLSearchParams({ client_id: config.clientId, logout_uri: pageUrl(), ...changes() });
    expect((await new Browser().open(`${end_session_endpoint}?${query}`)).status).toBe(400);
  });

  test.each([
    ['to another site', { redirect_uri: 'https://example.com/' }],
    ['for another client', { client_id: 'other' }],
  ])('does not sign in %s, and shows an error page', async (_, changes) => {
    const { url } = await authorizationRequest(changes);
    const response = await new Browser().open(url);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Signing in failed');
  });

  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['for tokens in the address bar', { response_type: 'token' }, 'unsupported_response_type'],
  ])('refuses a request %s', async (_, changes, error) => {
    const { url } = await authorizationRequest(changes);
    const back = await new Browser().open(url);
    expect(back.headers.get('location')).toContain(`error=${error}`);
  });

  test('explains how to go on after a page was open for too long', async () => {
    const config = client();
    const response = await new Browser().open(`${config.issuer}/login/gone`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Go back to where you came from');
  });

  test('responds under no other host name, so that no other site can sign in with the known passwords', async () => {
    const { port } = new URL(gatewayUrl());
    const statusAt = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = `${gatewayUrl()}/_local/identity/.well-known/openid-configuration`;
        const sent = request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode));
        sent.once('error', reject).end();
      });
    expect(await statusAt(`attacker.example.com:${port}`)).toBe(421);
    // Its tokens name another address.
    expect(await statusAt(`localhost:${port}`)).toBe(403);
  });

  test('does not let a page of another site read tokens', async () => {
    const { token_endpoint } = await discovery();
    const config = client();
    const response = await fetch(token_endpoint, {
      method: 'POST',
      headers: { origin: 'https://example.com' },
      body: new URLSearchParams({ client_id: config.clientId, grant_type: 'refresh_token', refresh_token: 'x' }),
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
