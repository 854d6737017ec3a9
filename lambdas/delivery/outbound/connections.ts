/**
 * Connections to receivers, kept open for the next request: each is one undici client, and so at most one socket.
 *
 * undici's own pool hides which socket a request used. Here it is known, so a time-out closes exactly that socket, a stale
 * connection can be told from a receiver that resets, and the number of idle sockets is bounded.
 */
import { isIP, type Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import type { TargetPolicy } from '../../../contract/target-policy.ts';
import { assertReachable, guardedLookup } from './address-guard.ts';
import type { ResolveName } from './name-resolver.ts';

/** Idle connections in all; the oldest is closed first. */
const MAX_IDLE = 256;
const IDLE_MILLISECONDS = 4000;
const MAX_HEADER_BYTES = 16 * 1024;
/** How long each address but the last may take to accept. */
const ADDRESS_MILLISECONDS = 350;

/** One connection; the first request that needs a socket opens it. */
export interface Connection {
  readonly origin: string;
  readonly client: Client;
  /** The newest socket; absent before the first. */
  socket?: Socket;
  /** `performance.now()` at which the newest socket was ready, TLS included; absent while it connects. */
  readySince?: number | undefined;
  remoteAddress?: string | undefined;
  /** Whether a response has arrived over the newest socket. */
  proven: boolean;
  /** `Date.now()`, which also counts the time while Lambda has frozen the process. */
  idleSince: number;
}

export interface Connections {
  /** An idle connection to an origin, the most recently used one, or else a new one. `fresh` asks for a new one. */
  readonly take: (origin: string, fresh?: boolean) => Connection;
  /** Keeps a connection whose response was read completely. */
  readonly keep: (connection: Connection) => void;
  /** Closes a connection at once, even during a request. */
  readonly discard: (connection: Connection) => void;
  /** Closes the idle connections. */
  readonly close: () => void;
}

const DISCARDED = new Error('the connection was discarded');

/** Connections that reach only what the policy allows. */
export function createConnections(policy: TargetPolicy, resolve: ResolveName): Connections {
  const connector = buildConnector({
    allowH2: false,
    timeout: 0,
    lookup: guardedLookup(policy, resolve),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MILLISECONDS,
  });
  /** Oldest first. */
  const idle = new Set<Connection>();
  const idleByOrigin = new Map<string, Connection[]>();

  return { take, keep, discard, close: () => idle.forEach(discard) };

  function take(origin: string, fresh = false): Connection {
    const newest = fresh ? undefined : idleByOrigin.get(origin)?.at(-1);
    if (newest === undefined) return open(origin);
    if (Date.now() - newest.idleSince < IDLE_MILLISECONDS) {
      forget(newest);
      return newest;
    }
    discard(newest);
    return take(origin);
  }

  function open(origin: string): Connection {
    const client = new Client(origin, {
      connect: (options, callback) => {
        connection.proven = false;
        connection.readySince = undefined;
        try {
          if (isIP(options.hostname) !== 0) assertReachable(options.hostname, options.hostname, policy);
        } catch (error) {
          callback(error instanceof Error ? error : new Error(String(error)), null);
          return;
        }
        connection.socket = connector(options, (...[error, socket]) => {
          if (error !== null) {
            callback(error, null);
            return;
          }
          connection.readySince = performance.now();
          connection.remoteAddress = socket.remoteAddress;
          callback(null, socket);
        });
      },
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MILLISECONDS,
      keepAliveMaxTimeout: IDLE_MILLISECONDS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const connection: Connection = { origin, client, proven: false, idleSince: 0 };
    client.on('disconnect', () => forget(connection));
    return connection;
  }

  function keep(connection: Connection): void {
    connection.proven = true;
    connection.idleSince = Date.now();
    idle.add(connection);
    const ofOrigin = idleByOrigin.get(connection.origin);
    if (ofOrigin === undefined) idleByOrigin.set(connection.origin, [connection]);
    else ofOrigin.push(connection);
    const [oldest] = idle;
    if (idle.size > MAX_IDLE && oldest !== undefined) discard(oldest);
  }

  function discard(connection: Connection): void {
    forget(connection);
    void connection.client.destroy(DISCARDED).catch(() => undefined);
    connection.socket?.destroy(DISCARDED);
  }

  function forget(connection: Connection): void {
    if (!idle.delete(connection)) return;
    const ofOrigin = idleByOrigin.get(connection.origin) ?? [];
    const index = ofOrigin.lastIndexOf(connection);
    if (index >= 0) ofOrigin.splice(index, 1);
    if (ofOrigin.length === 0) idleByOrigin.delete(connection.origin);
  }
}
