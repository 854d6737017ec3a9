/** Requests whose end is stated in rarer ways, or not at all (RFC 9112, 6 and 7). */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** How the headers and the bytes of a body state its end. */
export interface Framing {
  /** Completes "a request with …". */
  readonly name: string;
  readonly status: number;
  readonly headers: readonly string[];
  readonly content: (body: string) => string;
}

const chunked = 'transfer-encoding: chunked';
const sizeOf = (body: string) => Buffer.byteLength(body).toString(16);
const whole = (body: string) => `${sizeOf(body)}\r\n${body}\r\n0\r\n\r\n`;

/** A body of 100 bytes is meant. */
export const framings: readonly Framing[] = [
  {
    name: 'extensions of chunks, and trailers',
    status: 200,
    headers: [chunked],
    content: (body) => `${sizeOf(body)};name="value"\r\n${body}\r\n0;last\r\nx-checksum: 1\r\n\r\n`,
  },
  {
    name: 'sizes of chunks in capitals, after zeros',
    status: 200,
    headers: ['Transfer-Encoding: Chunked'],
    content: (body) => `000${sizeOf(body).toUpperCase()}\r\n${body}\r\n000\r\n\r\n`,
  },
  { name: 'a length below zero', status: 400, headers: ['content-length: -100'], content: (body) => body },
  { name: 'a length with a sign', status: 400, headers: ['content-length: +100'], content: (body) => body },
  { name: 'a length that is a word', status: 400, headers: ['content-length: all'], content: (body) => body },
  {
    name: 'a length and chunks',
    status: 400,
    headers: ['content-length: 100', chunked],
    content: whole,
  },
  { name: 'a length that is not reached', status: 400, headers: ['content-length: 101'], content: (body) => body },
  {
    name: 'a chunk of a mebibyte and more',
    status: 413,
    headers: [chunked],
    content: (body) => `100001\r\n${body.repeat(10_486)}`,
  },
  {
    name: 'a megabyte of extensions',
    status: 400,
    headers: [chunked],
    content: (body) => `64;${'x'.repeat(2 ** 20)}\r\n${body}`,
  },
  {
    name: 'a thousand trailers',
    status: 400,
    headers: [chunked],
    content: (body) => `64\r\n${body}\r\n0\r\n${'a: b\r\n'.repeat(1_000)}\r\n`,
  },
  {
    name: 'two lengths',
    status: 400,
    headers: ['content-length: 100', 'content-length: 99'],
    content: (body) => body,
  },
  { name: 'another coding', status: 400, headers: ['transfer-encoding: gzip'], content: whole },
  {
    name: 'a chunk whose size is a word',
    status: 400,
    headers: [chunked],
    content: (body) => `all\r\n${body}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk whose size is below zero',
    status: 400,
    headers: [chunked],
    content: (body) => `-64\r\n${body}\r\n0\r\n\r\n`,
  },
  { name: 'a chunk without an end', status: 400, headers: [chunked], content: (body) => `ffffffffff\r\n${body}` },
  {
    name: 'a chunk that is longer than it says',
    status: 400,
    headers: [chunked],
    content: (body) => `9\r\n${body}\r\n0\r\n\r\n`,
  },
];

/** Sends a request as these bytes and nothing after. Returns the status of the response, if there is one. */
export async function sendFramed(
  url: string,
  headers: Readonly<Record<string, string | string[]>>,
  body: string,
  framing: Framing,
): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const lines = [
    'POST / HTTP/1.1',
    `host: ${hostname}`,
    'connection: close',
    'content-type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...framing.headers,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${framing.content(body)}`);
  const answer = await text(socket).catch(() => '');
  const [, status] = /^HTTP\/1\.\d (\d{3})/.exec(answer) ?? [];
  return status === undefined ? undefined : Number(status);
}
