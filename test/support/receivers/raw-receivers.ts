/** Receivers that violate HTTP or TLS. They record no requests. */
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type SecureVersion } from 'node:tls';
import type { Certificate } from './certificates.ts';
import { listening, type Receiver } from './listening.ts';

/** Calls `respond` when the first bytes of a connection arrive. */
const startRaw = (respond: (socket: Socket) => void, protocol: 'http' | 'https' = 'http'): Promise<Receiver> =>
  listening(
    createServer((socket) => {
      socket.once('data', () => respond(socket));
    }),
    protocol,
  );

/** Sends `text` as it is and leaves the connection open. */
export const startRawAnswer = (text: string): Promise<Receiver> => startRaw((socket) => socket.write(text));

/** Sends `text` as it is for each request; a request is what arrives at once. */
export const startRawAnswers = (text: string): Promise<Receiver> =>
  listening(
    createServer((socket) => {
      socket.on('data', () => socket.write(text));
    }),
    'http',
  );

/** Resets the connection as soon as a request begins (TCP RST). */
export const startResetting = (): Promise<Receiver> => startRaw((socket) => socket.resetAndDestroy());

/** Closes the connection normally without a response, or after the beginning of one. */
export const startClosingEarly = (text = ''): Promise<Receiver> => startRaw((socket) => socket.end(text));

/** Sends `start`, and then `part` again and again, without end and as fast as it is read. */
export const startEndless = (start: string, part: string): Promise<Receiver> =>
  startRaw((socket) => {
    const pump = () => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', pump);
    socket.write(start);
    pump();
  });

/** Sends interim responses (103) without end, and never a final one. */
export const startEndlessHints = (): Promise<Receiver> =>
  startRaw((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  });

/** Reads a TLS client's greeting and never responds. */
export const startSilentHandshake = (): Promise<Receiver> => startRaw(() => undefined, 'https');

/** Responds to the first request of each of so many connections, and resets it at the second; then never again. */
export const startForgetful = (connections = Number.POSITIVE_INFINITY): Promise<Receiver> => {
  let left = connections;
  return listening(
    createServer((socket) => {
      if (left-- <= 0) return;
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        socket.once('data', () => socket.resetAndDestroy());
      });
    }),
    'http',
  );
};

/** Responds to the first request of each connection, then sends `text`, or closes the connection where it is empty. */
export const startOnceAndThen = (text: string): Promise<Receiver> =>
  startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    setTimeout(() => (text === '' ? socket.end() : socket.write(text)), 10);
  });

/**
 * Demands a client certificate by TLS up to a version. Of those that have none it closes the connection, with an alert
 * or without one.
 */
export function startDemanding(
  certificate: Certificate & { readonly ca: string },
  maxVersion: SecureVersion,
  hasAlert: boolean,
): Promise<Receiver> {
  const server = createTlsServer(
    { ...certificate, maxVersion, requestCert: true, rejectUnauthorized: hasAlert },
    (socket) => socket.on('error', () => undefined).destroy(),
  );
  server.on('tlsClientError', () => undefined);
  return listening(server, 'https');
}
