/** Bytes that are not an HTTP request are refused, or the connection is closed: no 5xx, and no connection that stays open. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { call, cloud } from '../../testing/service.ts';

const PATIENCE_MS = 10_000;
const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const TOKEN = 'Authorization: Bearer x\r\n';

const messages: Readonly<Record<string, string>> = {
  nothing: '',
  'an empty line': '\r\n\r\n',
  'a protocol of its own': 'SSH-2.0-OpenSSH_9.9\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the version 0.9': 'GET /health\r\n',
  'an unknown version': `GET /health HTTP/9.9\r\n${HOST}\r\n`,
  'an unknown method': `FUZZ /health HTTP/1.1\r\n${HOST}\r\n`,
  'a method in lower case': `get /health HTTP/1.1\r\n${HOST}\r\n`,
  'no Host': 'GET /health HTTP/1.1\r\n\r\n',
  'two Hosts': `GET /nowhere HTTP/1.1\r\n${HOST}${HOST}Connection: close\r\n\r\n`,
  'a NUL in the path': `GET /heal\0th HTTP/1.1\r\n${HOST}\r\n`,
  'a space in the path': `GET /health now HTTP/1.1\r\n${HOST}\r\n`,
  'an absolute path': `GET http://elsewhere.example.com/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  'a path of 11 KB': `GET /${'x'.repeat(11_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'a NUL in a header': `GET /health HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`,
  'a header without a name': `GET /health HTTP/1.1\r\n${HOST}: x\r\n\r\n`,
  'a header with a space in its name': `GET /health HTTP/1.1\r\n${HOST}a b: x\r\n\r\n`,
  'a folded header': `GET /health HTTP/1.1\r\n${HOST}X: a\r\n b\r\nConnection: close\r\n\r\n`,
  'lines without CR': 'GET /health HTTP/1.1\nHost: localhost\n\n',
  'a thousand headers': `GET /health HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(3_000)}\r\n`,
  'a negative length': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}Content-Length: -1\r\n\r\n`,
  'a length that is no number': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}Content-Length: 1e3\r\n\r\n`,
  'two lengths': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a length and chunks': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a malformed chunk': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  'a huge chunk': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  'an unknown encoding': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}${JSON_TYPE}Transfer-Encoding: x\r\n\r\n{}`,
  'a body that ends early': `POST /block HTTP/1.1\r\n${HOST}${TOKEN}${JSON_TYPE}Content-Length: 100\r\n\r\n{}`,
  'headers that end early': `POST /block HTTP/1.1\r\n${HOST}X: a`,
};

test.each(Object.entries(messages))('%s is refused', async (_, message) => {
  const { port } = new URL(cloud().url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), signal: AbortSignal.timeout(PATIENCE_MS) });
  await once(socket, 'connect');
  socket.end(Buffer.from(message, 'latin1'));
  const response = await text(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return '';
    throw error;
  });
  const [head = '', body = ''] = response.split('\r\n\r\n');
  if (head !== '') expect(head).toMatch(/^HTTP\/1\.1 (200|4\d\d) /);
  if (/^HTTP\/1\.1 4[\s\S]*application\/json/.test(head)) expect(JSON.parse(body)).toHaveProperty('message');
});

test('the service still responds after all that', async () => {
  expect((await call('GET', '/health')).status).toBe(200);
});
