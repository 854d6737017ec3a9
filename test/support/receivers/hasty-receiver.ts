/** A receiver in its own thread, so that what it sends arrives even while the thread of the test is busy. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';

export interface HastyReceiver {
  readonly url: string;
  /** Connections that were accepted so far. */
  readonly connections: () => number;
  /** Has the receiver send `text`, and keeps this thread's event loop from reading any socket until it has. */
  readonly blockUntilSent: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const source = `
  const { createServer } = require('node:net');
  const { parentPort, workerData: { counts, when, text } } = require('node:worker_threads');
  const sent = () => Atomics.store(counts, 1, 1);
  const isAsked = () => Promise.resolve(Atomics.waitAsync(counts, 2, 0).value);
  const forge = (socket) => (text === '' ? socket.end(sent) : socket.write(text, sent));
  const server = createServer((socket) => {
    const isFirst = Atomics.add(counts, 0, 1) === 0;
    socket.on('error', () => undefined);
    if (isFirst && when === 'before a request') forge(socket);
    socket.once('data', () => {
      if (isFirst && when === 'after a response') void isAsked().then(() => forge(socket));
    });
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\n{}'));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** When the receiver sends what nobody asked for. */
type Moment = 'before a request' | 'after a response';

/** Responds with 200 and `{}`. Its first connection also sends an unrequested `text`, or ends if that is empty. */
export async function startHasty(when: Moment, text: string): Promise<HastyReceiver> {
  const counts = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(source, { eval: true, workerData: { counts, when, text } });
  const [port] = v.parse(v.tuple([v.number()]), await once(worker, 'message'));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    connections: () => Atomics.load(counts, 0),
    blockUntilSent: async () => {
      Atomics.store(counts, 2, 1);
      Atomics.notify(counts, 2);
      while (Atomics.load(counts, 1) === 0) await new Promise<void>((resolve) => process.nextTick(resolve));
    },
    stop: async () => void (await worker.terminate()),
  };
}
