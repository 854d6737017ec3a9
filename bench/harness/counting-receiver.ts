/**
 * A receiver in a process of its own that responds at once, at the lowest possible cost: it parses HTTP only as far as
 * it must to respond to each request, so that the sender is what is measured. A character is a byte (latin1).
 */
import { createServer, type Socket } from 'node:net';
import * as v from 'valibot';
import { listening } from '../../test/support/receivers/listening.ts';
import { serveParent, startChild } from './processes.ts';

export interface Received {
  readonly requests: number;
  readonly last: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
}

export type CountingReceiver = Awaited<ReturnType<typeof startCountingReceiver>>;

const Listening = v.object({ url: v.string() });
const Collected = v.object({ requests: v.number(), last: v.string() });

export async function startCountingReceiver() {
  const child = await startChild(import.meta.filename);
  return {
    ...child,
    url: v.parse(Listening, child.ready).url,
    /** How many complete requests have arrived since the last call, and the latest of all. */
    async collect(): Promise<Received> {
      const { requests, last } = v.parse(Collected, await child.ask({}));
      return { requests, last: requestOf(last) };
    },
  };
}

const END_OF_HEAD = '\r\n\r\n';

/** The headers and the body of a request's text. */
function requestOf(text: string): Received['last'] {
  const [head = '', body = ''] = text.split(END_OF_HEAD);
  const [, ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { headers, body: Buffer.from(body, 'latin1') };
}

if (import.meta.main) {
  const RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  let [requests, last] = [0, ''];

  /** Responds to each complete request and returns the rest of the text: the beginning of the next one. */
  const respondToAll = (socket: Socket, text: string): string => {
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
  };
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
}
