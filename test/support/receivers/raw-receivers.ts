/** Receivers that violate HTTP or TLS. They record no requests. */
import { createServer, type Socket } from 'node:net';
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

/** Resets the connection as soon as a request begins (TCP RST). */
export const startResetting = (): Promise<Receiver> => startRaw((socket) => socket.resetAndDestroy());

/** Closes the connection normally without a response, or after the beginning of one. */
export const startClosingEarly = (text = ''): Promise<Receiver> => startRaw((socket) => socket.end(text));

/** Sends header after header, without end. */
export const startEndlessHeaders = (): Promise<Receiver> =>
  startRaw((socket) => {
    const header = `x-filler: ${'h'.repeat(1000)}\r\n`;
    const pump = () => {
      while (!socket.destroyed && socket.write(header));
    };
    socket.on('drain', pump);
    socket.write('HTTP/1.1 200 OK\r\n');
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

/** Responds to the first request of each connection, and resets the connection at the second. */
export const startForgetful = (): Promise<Receiver> =>
  listening(
    createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        socket.once('data', () => socket.resetAndDestroy());
      });
    }),
    'http',
  );
