/** Receivers that don't keep to HTTP, or to TLS. They record no requests. */
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

/** Closes the connection in good order without an answer, or after the beginning of one. */
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

/** Sends interim answers (103) without end, and never a final one. */
export const startEndlessHints = (): Promise<Receiver> =>
  startRaw((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  });

/** Takes a TLS client's greeting and never answers it. */
export const startSilentHandshake = (): Promise<Receiver> => startRaw(() => undefined, 'https');

/** Answers the first request of each connection; the second one on it finds the connection reset. */
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
