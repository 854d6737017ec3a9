/** What proofs work with: a network of their own in a service, callers, and a receiver. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createClient } from '@social-platform-services/client';
import { apiUrlOf, type Connection, connectTo, type Service } from '@social-platform-services/ctl/connection';
import { createNetwork } from '@social-platform-services/ctl/networks';
import { removeNetwork } from '@social-platform-services/ctl/remove-network';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { Feature, type Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { StageConfig } from '../../lib/config.ts';
import type { Laboratory } from './laboratory/laboratory.ts';
import type { ProofContext } from './proof.ts';
import { sendRaw } from './raw-request.ts';

const TOKEN_SECONDS = 900;

/** Makes the network; `close` removes it, with what its users have stored. */
export async function openProofContext(
  service: Service,
  config: StageConfig,
  receiver: string,
  laboratory: Laboratory | undefined,
): Promise<ProofContext & { readonly close: () => Promise<void> }> {
  const connection: Connection = connectTo(service);
  const networkId = v.parse(NetworkId, `prove-${randomBytes(8).toString('hex')}`);
  await createNetwork(connection, networkId, Feature.options);
  const users = new Set<string>();
  const token = (role: Role, name = 'prove'): Promise<string> => {
    users.add(name);
    const userId = v.parse(UserId, name);
    return mintToken(connection, { networkId, userId, role, lifetimeSeconds: TOKEN_SECONDS });
  };
  const baseUrl = apiUrlOf(service);
  return {
    service,
    connection,
    config,
    networkId,
    token,
    client: async (role, name) => createClient({ baseUrl, token: await token(role, name) }),
    send: (request) => sendRaw(baseUrl, request),
    receiver,
    laboratory,
    async close() {
      await removeNetwork(
        connection,
        networkId,
        [...users].map((name) => v.parse(UserId, name)),
      );
      connection.client.destroy();
    },
  };
}

/** A receiver on loopback like that of the laboratory (laboratory/functions.ts). */
export async function startLocalReceiver(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.setHeader('content-type', 'application/json').end(answer(request)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const answer = ({ socket }: IncomingMessage): string =>
  JSON.stringify({ receivedAt: Date.now(), from: socket.remoteAddress });
