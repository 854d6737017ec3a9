/** A receiver that plays a script over each connection, until it is told to behave. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';
import { listening, portOf, type Receiver } from './listening.ts';

/** Bytes are the characters of Latin-1. */
export interface Script {
  /** `bytes below tls` sends the last step without encryption, `no tls` all of them. */
  readonly transport: 'plain' | 'tls' | 'bytes below tls' | 'no tls';
  /** Sent when a connection is accepted. */
  readonly early: string;
  /** Sent one after the other, from the first byte of a request. A dripped step is sent byte by byte. */
  readonly steps: readonly {
    readonly pauseMilliseconds: number;
    readonly bytes: string;
    readonly isDripped: boolean;
  }[];
  readonly end: 'open' | 'end' | 'reset';
}

export interface ScriptedReceiver extends Receiver {
  /** From now on, new connections respond with 200 and the path of their request. */
  readonly behave: () => void;
}

/** Starts it with a certificate for 127.0.0.1, which it uses unless the transport is `plain`. */
export async function startScripted(script: Script, certificate: Certificate): Promise<ScriptedReceiver> {
  let isHostile = true;
  const sound = createHttpServer(({ url }, response) => response.end(url));
  const serve = (socket: Socket, below: Socket) => {
    if (isHostile) void play(script, socket, below);
    else sound.emit('connection', socket);
  };

  const isPlain = script.transport === 'plain';
  const tls = isPlain ? undefined : await startTls(certificate, serve);
  const server = createServer((socket) => {
    if (tls === undefined || (isHostile && script.transport === 'no tls')) serve(socket, socket);
    else tls.accept(socket);
  });
  const receiver = await listening(server, isPlain ? 'http' : 'https');
  return {
    ...receiver,
    behave: () => {
      isHostile = false;
    },
    stop: async () => {
      await receiver.stop();
      tls?.close();
    },
  };
}

/** Ends TLS behind a second connection, so that bytes can be written below it. */
async function startTls(certificate: Certificate, serve: (socket: Socket, below: Socket) => void) {
  const fronts = new Map<number | undefined, Socket>();
  const server = createTlsServer(certificate, (socket) => serve(socket, fronts.get(socket.remotePort) ?? socket));
  server.on('connection', (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    accept: (front: Socket) => {
      const back = connect(portOf(server), '127.0.0.1', () => {
        fronts.set(back.localPort, front);
        front.pipe(back).pipe(front);
      });
      back.on('error', () => undefined).on('close', () => front.destroy());
      front.on('close', () => back.destroy());
    },
    close: () => server.close(),
  };
}

async function play({ transport, early, steps, end }: Script, socket: Socket, below: Socket): Promise<void> {
  socket.on('error', () => undefined);
  socket.write(early, 'latin1');
  await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  for (const [index, { pauseMilliseconds, bytes, isDripped }] of steps.entries()) {
    if (pauseMilliseconds > 0) await setTimeout(pauseMilliseconds);
    const target = transport === 'bytes below tls' && index === steps.length - 1 ? below : socket;
    for (const part of isDripped ? bytes : [bytes]) {
      if (!target.writable) return;
      target.write(part, 'latin1');
      if (isDripped) await setTimeout(1);
    }
  }
  if (end === 'reset') below.resetAndDestroy();
  if (end === 'end') socket.end();
}
