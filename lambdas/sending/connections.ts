/**
 * Connections to receivers, kept open for the next request.
 *
 * undici's own pool hides which socket a request used. Here it is known, so a time-out closes exactly that socket, a
 * stale connection can be told from a receiver that resets, and the number of idle sockets is bounded.
 *
 * Networks share no connections. A receiver that responds twice can have its second response arrive just after the next
 * request was sent, and no client can tell it from a quick response to that request. So a receiver can lie about its
 * own deliveries, but never about those of another network.
 */
import { setImmediate } from 'node:timers/promises';
import type { NetworkId } from '../../contract/ids.ts';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import type { ResolveName } from './name-resolver.ts';
import { type Connection, connectionOpener, IDLE_MS } from './open-connection.ts';

/** Idle connections in all; the oldest is closed first. */
const MAX_IDLE = 256;

/** What the requests of a connection have in common. */
export interface ConnectionKey {
  readonly networkId: NetworkId;
  /** The origin of a URL. */
  readonly origin: string;
}

export type Connections = ReturnType<typeof createConnections>;

const DISCARDED = new Error('the connection was discarded');

/** Connections that reach only what the policy allows. `close` closes the idle ones. */
export function createConnections(policy: TargetPolicy, resolve: ResolveName) {
  const openConnection = connectionOpener(policy, resolve);
  /** Oldest first. */
  const idle = new Set<Connection>();

  return { take, keep, discard, close: () => idle.forEach(discard) };

  /** An idle connection of a route, the most recently used one, or else a new one. `fresh` asks for a new one. */
  async function take({ networkId, origin }: ConnectionKey, fresh = false): Promise<Connection> {
    const route = `${networkId} ${origin}`;
    for (;;) {
      const newest = fresh ? undefined : newestOf(route);
      if (newest === undefined) return open(origin, route);
      idle.delete(newest);
      if (Date.now() - newest.idleSince < IDLE_MS) {
        // undici waits for one turn of the event loop before it writes, and this is another: a whole turn reads what
        // has arrived by now, and so closes the socket.
        await setImmediate();
        return newest;
      }
      discard(newest);
    }
  }

  function newestOf(route: string): Connection | undefined {
    let newest: Connection | undefined;
    for (const connection of idle) if (connection.route === route) newest = connection;
    return newest;
  }

  function open(origin: string, route: string): Connection {
    const connection = openConnection(origin, route);
    connection.client.on('disconnect', () => idle.delete(connection));
    return connection;
  }

  /** Keeps a connection whose response was read completely. */
  function keep(connection: Connection): void {
    connection.proven = true;
    connection.allow?.(0);
    connection.idleSince = Date.now();
    idle.add(connection);
    const [oldest] = idle;
    if (idle.size > MAX_IDLE && oldest !== undefined) discard(oldest);
  }

  /** Closes a connection at once, even during a request. */
  function discard(connection: Connection): void {
    idle.delete(connection);
    void connection.client.destroy(DISCARDED);
    connection.socket?.destroy(DISCARDED);
  }
}
