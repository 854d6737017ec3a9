/**
 * The process of bench/harness/receivers/counting-receiver.ts. It reads HTTP only as far as it must to answer each request, so that
 * what is measured is the sender. A character is a byte (latin1).
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

let requests = 0;
let last = '';

const server = createServer((socket) => {
  let unread = '';
  socket.setNoDelay().setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    unread = answerAll(socket, unread + chunk);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');

process.on('disconnect', () => process.exit());
process.on('message', () => {
  process.send?.({ requests, last });
  requests = 0;
});
process.send?.({ url: `http://127.0.0.1:${address.port}/hook` });

/** Answers the requests that are whole, and gives back the beginning of the next one. */
function answerAll(socket: Socket, text: string): string {
  let rest = text;
  for (;;) {
    const head = rest.indexOf(END_OF_HEAD);
    if (head < 0) return rest;
    const [, length = ''] = /\r\ncontent-length: (\d+)/i.exec(rest.slice(0, head)) ?? [];
    const end = head + END_OF_HEAD.length + Number(length);
    if (rest.length < end) return rest;
    socket.write(ANSWER);
    requests++;
    last = rest.slice(0, end);
    rest = rest.slice(end);
  }
}
