/**
 * The template's user pool: an OpenID Connect provider under `/_local/identity/`, which behaves as Amazon Cognito does.
 *
 * People sign in with the accounts of the hosted app. The provider is loaded at the first request, because most starts
 * don't need it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Inventory } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';
import type { LocalAccount } from './accounts.ts';
import type { Handler } from './handler.ts';
import { identityClient } from './identity-client.ts';
import type { ProviderOptions } from './provider.ts';

export interface IdentityProvider {
  /** Whether the path belongs to the provider. */
  serves(path: string): boolean;
  handle(message: IncomingMessage, response: ServerResponse): Promise<void>;
}

export interface IdentityOptions {
  /** The gateway's URL. */
  readonly url: string;
  readonly accounts: readonly LocalAccount[];
}

const PATH = '/_local/identity';

/** The issuer of a gateway's provider: the `iss` of its tokens. */
export const issuerAt = (url: string): string => `${url}${PATH}`;

/** The provider of the one user pool of the template; undefined if it has none. Throws a `StartProblem`. */
export function createIdentity(inventory: Inventory, { url, accounts }: IdentityOptions): IdentityProvider | undefined {
  const [pool, another] = inventory.of('AWS::Cognito::UserPool');
  if (pool === undefined) return undefined;
  if (another !== undefined) throw new StartProblem(`${another.path}: the local cloud hosts one user pool.`);
  const servers = inventory.of('AWS::Cognito::UserPoolResourceServer');
  const clients = inventory.of('AWS::Cognito::UserPoolClient').map((client) => identityClient(client, servers));
  const { host } = new URL(url);
  let handler: Promise<Handler> | undefined;

  return {
    serves: (path) => path === PATH || path.startsWith(`${PATH}/`),
    async handle(message, response) {
      // Tokens and redirects name this address.
      if (message.headers.host !== host) return refuse(response, 403, `Sign in at ${url}.`);
      handler ??= load({ clients, accounts, issuer: issuerAt(url), path: PATH });
      // As frameworks do when they mount a handler at a path: `originalUrl` is the URL of the request.
      const { url: originalUrl = '' } = message;
      Object.assign(message, { originalUrl, url: originalUrl.slice(PATH.length) || '/' });
      await (await handler)(message, response);
    },
  };
}

async function load(options: ProviderOptions): Promise<Handler> {
  const { createHandler } = await import('./handler.ts');
  return await createHandler(options);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}
