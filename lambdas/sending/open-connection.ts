/**
 * One connection to a receiver: an undici client, and so at most one socket at a time.
 *
 * A receiver can send anything at any time. Its socket is closed once it receives more than is expected: nothing before
 * a request was written and after its response, and a bounded number of bytes in between.
 */
import { isIP, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import buildConnector from 'undici/lib/core/connect.js';
import symbols from 'undici/lib/core/symbols.js';
import Client from 'undici/lib/dispatcher/client.js';
import * as v from 'valibot';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { policyAt } from '../shared/webhook-url.ts';
import { assertReachable, guardedLookup } from './address-guard.ts';
import type { ResolveName } from './name-resolver.ts';

/** How long a connection may be idle. */
export const IDLE_MS = 4000;
const MAX_HEADER_BYTES = 16 * 1024;
/** How long each address but the last may take to accept. */
const ADDRESS_MS = 350;

/** A connection; the first request that needs a socket opens it. What is known of a socket is about the newest one. */
export interface Connection {
  /** Only requests of the same route use it. */
  readonly route: string;
  readonly client: Client;
  socket?: Socket;
  /**
   * `connected` by TCP, and then `ready` for a request: after the TLS handshake, if there is one. It is `doubtful` if
   * the receiver has asked for a client certificate, until it responds: under TLS 1.3 it refuses only afterwards that
   * there is none (RFC 8446 section 4.4.2.4).
   */
  phase: 'unconnected' | 'connected' | 'doubtful' | 'ready';
  remoteAddress?: string | undefined;
  /** Whether a response has arrived over it. */
  proven: boolean;
  /** Says how many bytes the receiver may send from now on; more close the socket. At first it may send none. */
  allow?: (bytes: number) => void;
  /** `Date.now()`, which also counts the time while Lambda has frozen the process. */
  idleSince: number;
}

/** Returns a new connection to the origin of a URL. */
export type OpenConnection = (origin: string, route: string) => Connection;

/** The receiver sent more bytes than it may. */
export class UnexpectedBytesError extends Error {}

/** The receiver closed the connection before a request was written. */
export class ClosedAtOnceError extends Error {}

/** Opens connections to the addresses that the policy allows. */
export function connectionOpener(policy: TargetPolicy, resolve: ResolveName): OpenConnection {
  const connectorFor = (allowed: TargetPolicy) =>
    buildConnector({
      allowH2: false,
      timeout: 0,
      lookup: guardedLookup(allowed, resolve),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    });
  const usual = connectorFor(policy);

  return (origin, route) => {
    const allowed = policyAt(new URL(origin), policy);
    const connector = allowed === policy ? usual : connectorFor(allowed);
    const client = new Client(origin, {
      connect: (options, callback) => {
        Object.assign(connection, unconnected);
        if (isIP(options.hostname) !== 0) assertReachable(options.hostname, options.hostname, allowed);
        const socket = connector(options, async (...[error, ready]) => {
          if (error !== null) return callback(error, null);
          connection.phase = hasAskedForCertificate(ready) ? 'doubtful' : 'ready';
          // A whole turn of the event loop reads what has arrived by now.
          await setImmediate();
          await setImmediate();
          if (!ready.writable) return callback(ready.errored ?? new ClosedAtOnceError(), null);
          callback(null, ready);
          takeContinue(ready);
        });
        socket.prependOnceListener('connect', () => {
          connection.phase = 'connected';
          connection.remoteAddress = socket.remoteAddress;
        });
        // An error of TLS after the handshake, such as an alert, leaves a socket open.
        socket.on('error', (error) => socket.destroy(error));
        let maxBytes = 0;
        socket.on('readable', () => {
          if (socket.bytesRead > maxBytes) socket.destroy(new UnexpectedBytesError());
        });
        connection.socket = socket;
        connection.allow = (bytes) => {
          maxBytes = socket.bytesRead + bytes;
        };
      },
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const connection: Connection = { route, client, idleSince: 0, ...unconnected };
    return connection;
  };
}

/** OpenSSL has algorithms for the signatures of both sides only if the other side has asked for one. */
const hasAskedForCertificate = (socket: Socket): boolean =>
  socket instanceof TLSSocket && socket.getSharedSigalgs().length > 0;

/**
 * Has `100 Continue` skipped as every other interim response, although no request expects it (RFC 9110 section 15.2):
 * undici takes it for a violation, and 102 not.
 */
function takeContinue(socket: Socket): void {
  const parser = symbols.kParser in socket && socket[symbols.kParser];
  if (!v.is(ResponseParser, parser)) return;
  const { onHeadersComplete } = parser;
  parser.onHeadersComplete = (statusCode, ...others) =>
    onHeadersComplete.call(parser, statusCode === 100 ? 102 : statusCode, ...others);
}

/** undici's; the function gets the status of each response, interim ones included. */
const ResponseParser = v.looseObject({ onHeadersComplete: v.function() });

const unconnected = {
  phase: 'unconnected',
  remoteAddress: undefined,
  proven: false,
} as const;
