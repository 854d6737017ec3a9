/** What all receivers have in common: their own port on loopback, and a stop that closes every connection. */
import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { receiverBase } from './public-urls.ts';

/** A running receiver of webhooks. */
export interface Receiver {
  /** At which the service of this run reaches it. */
  readonly url: string;
  /** The requests that arrived completely, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Connections that were accepted so far. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly openConnections: () => number;
  readonly stop: () => Promise<void>;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The exact bytes. */
  readonly body: Buffer;
  /** `Date.now()` when the last byte had arrived. */
  readonly receivedAt: number;
}

/** Listens on a free port of 127.0.0.1. The server adds its requests to `requests`. */
export async function listening(
  server: Server,
  protocol: 'http' | 'https',
  requests: readonly ReceivedRequest[] = [],
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${receiverBase(protocol, portOf(server))}/hook`,
    requests,
    connections: () => accepted,
    openConnections: () => sockets.size,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The TCP port of a server that listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return address.port;
}
