/** Handles the provider's requests, and two pages that are not part of it: sign-in, and Cognito's way to sign out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import { readBody } from '../gateway/request.ts';
import { accountOf } from './accounts.ts';
import type { IdentityClient } from './identity-client.ts';
import { errorPage, loginPage, pageHeaders } from './pages.ts';
import { createProvider, type ProviderOptions, SESSION_COOKIE } from './provider.ts';

/** Handles a request whose URL no longer begins with the provider's path. */
export type Handler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Creates the provider. */
export async function createHandler(options: ProviderOptions): Promise<Handler> {
  const provider = await createProvider(options);
  const callback = provider.callback();
  return async (message, response) => {
    const { pathname, searchParams } = new URL(message.url ?? '/', options.issuer);
    if (/^\/login\/[\w-]+$/.test(pathname)) return logIn(provider, options, message, response);
    if (pathname === '/logout') return logOut(provider, options, searchParams, message, response);
    await callback(message, response);
  };
}

/** Shows the form, or checks what was submitted. After a correct password it redirects to the app. */
async function logIn(
  provider: Provider,
  { accounts }: ProviderOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await provider.interactionDetails(message, response);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    const explanation = 'This page was left open for too long. Go back to where you came from, and sign in from there.';
    return send(response, 400, errorPage('expired', explanation));
  }
  if (message.method !== 'POST') return send(response, 200, loginPage(accounts));
  const body = await readBody(message);
  const form = new URLSearchParams(body === 'too large' ? '' : body.toString());
  const userName = form.get('username') ?? '';
  const account = accountOf(accounts, userName);
  if (account === undefined || account.password !== form.get('password')) {
    return send(response, 401, loginPage(accounts, userName));
  }
  await provider.interactionFinished(message, response, { login: { accountId: userName } });
}

/** Cognito's `/logout?client_id&logout_uri`: without a question, it ends the session and redirects to a URI of the client. */
async function logOut(
  provider: Provider,
  { clients, path }: ProviderOptions,
  query: URLSearchParams,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = signOutTarget(clients, query);
  if (target === undefined) {
    return send(response, 400, errorPage('invalid_request', 'client_id and logout_uri must be those of one client.'));
  }
  const id = new RegExp(`(?:^|; *)${SESSION_COOKIE}=([\\w-]+)`).exec(message.headers.cookie ?? '')?.[1];
  if (id !== undefined) await (await provider.Session.find(id))?.destroy();
  const expired = [SESSION_COOKIE, `${SESSION_COOKIE}.sig`].map(
    (name) => `${name}=; Path=${path}; Max-Age=0; HttpOnly`,
  );
  response.writeHead(302, { location: target, 'set-cookie': expired, 'cache-control': 'no-store' }).end();
}

function signOutTarget(clients: readonly IdentityClient[], query: URLSearchParams): string | undefined {
  const client = clients.find(({ clientId }) => clientId === query.get('client_id'));
  return client?.signOutUris.find((uri) => uri === query.get('logout_uri'));
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, pageHeaders).end(html);
}
