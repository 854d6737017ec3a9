/**
 * The template's user pool: an OpenID Connect provider under `/_local/identity/`, which speaks as Amazon Cognito does.
 *
 * Admins sign in there with seeded accounts. Nothing of it is loaded before the first request, since most starts need none.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Inventory } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';
import { type IdentityClient, identityClient } from './client.ts';

export interface IdentityProvider {
  /** Whether the path is one of the provider's. */
  serves(path: string): boolean;
  answer(message: IncomingMessage, response: ServerResponse): Promise<void>;
}

export interface IdentityOptions {
  /** The gateway's URL. */
  readonly url: string;
  /** Where the keys are kept, so that tokens outlive a restart. */
  readonly keysFile: string;
}

const PATH = '/_local/identity';

/** The issuer of a gateway's provider: the `iss` of its tokens. */
export const issuerAt = (url: string): string => `${url}${PATH}`;

/** The provider of the one user pool of the template; undefined where it has none. Throws a `StartProblem`. */
export function createIdentity(inventory: Inventory, { url, keysFile }: IdentityOptions): IdentityProvider | undefined {
  const [pool, another] = inventory.resources['AWS::Cognito::UserPool'];
  if (pool === undefined) return undefined;
  if (another !== undefined) throw new StartProblem(`${another.path}: the local cloud hosts one user pool.`);
  const servers = inventory.resources['AWS::Cognito::UserPoolResourceServer'];
  const clients = inventory.resources['AWS::Cognito::UserPoolClient'].map((client) => identityClient(client, servers));
  const { host } = new URL(url);
  let handler: Promise<Handler> | undefined;

  return {
    serves: (path) => path === PATH || path.startsWith(`${PATH}/`),
    async answer(message, response) {
      // A page of another host whose name leads to this machine must not sign in with passwords that everybody knows.
      if (message.headers.host !== host) return refuse(response, `Sign in at ${url}.`);
      handler ??= load(clients, issuerAt(url), keysFile);
      // As frameworks do where they mount a handler at a path: `originalUrl` is what the browser asked for.
      const { url: originalUrl = '' } = message;
      Object.assign(message, { originalUrl, url: originalUrl.slice(PATH.length) || '/' });
      await (await handler)(message, response);
    },
  };
}

/** Answers a request whose URL has lost the provider's path. */
export type Handler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

async function load(clients: readonly IdentityClient[], issuer: string, keysFile: string): Promise<Handler> {
  const [{ createHandler }, { readKeys }] = await Promise.all([import('./handler.ts'), import('./keys.ts')]);
  return createHandler({ clients, issuer, path: PATH, keys: await readKeys(keysFile) });
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}
