/**
 * The process of counting-receiver.ts. It parses HTTP only as far as it must to respond to each request, so that the sender
 * is what is measured. A character is a byte (latin1).
 */
import { createServer, type Socket } from 'node:net';
import { listening } from '../../../testing/receivers/listening.ts';
import { serveParent } from '../parent.ts';

const END_OF_HEAD = '\r\n\r\n';
const RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

let requests = 0;
let last = '';

const server = createServer((socket) => {
  let unread = '';
  socket.setNoDelay().setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    unread = respondToAll(socket, unread + chunk);
  });
});
const { url } = await listening(server, 'http');

serveParent({ url }, () => {
  const collected = { requests, last };
  requests = 0;
  return collected;
});

/** Responds to each complete request and returns the rest of the text: the beginning of the next one. */
function respondToAll(socket: Socket, text: string): string {
  let rest = text;
  for (;;) {
    const head = rest.indexOf(END_OF_HEAD);
    if (head < 0) return rest;
    const [, length = ''] = /\r\ncontent-length: (\d+)/i.exec(rest.slice(0, head)) ?? [];
    const end = head + END_OF_HEAD.length + Number(length);
    if (rest.length < end) return rest;
    socket.write(RESPONSE);
    requests++;
    last = rest.slice(0, end);
    rest = rest.slice(end);
  }
}
