/**
 * URLs of receivers that run on this machine, for a service that can't reach its loopback: one public base URL is
 * forwarded to one local port, and from there requests go by their path to the receiver.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import * as v from 'valibot';

/** How a service reaches receivers; `key` is that of one run. */
const Receivers = v.variant('kind', [
  v.object({ kind: v.literal('none') }),
  v.object({ kind: v.literal('loopback') }),
  v.object({ kind: v.literal('public'), base: v.string(), key: v.string() }),
]);
export type Receivers = v.InferOutput<typeof Receivers>;

/** The variable with `Receivers` as JSON. */
export const RECEIVERS = 'SPS_TEST_RECEIVERS';

/** How the service of this run reaches receivers: on loopback unless the variable says otherwise. */
export function receivers(): Receivers {
  const text = process.env[RECEIVERS];
  return text === undefined ? { kind: 'loopback' } : v.parse(v.pipe(v.string(), v.parseJson(), Receivers), text);
}

/** The base URL at which the service reaches the receiver on a local port. */
export function receiverBase(protocol: 'http' | 'https', port: number): string {
  const reached = receivers();
  if (reached.kind !== 'public') return `${protocol}://127.0.0.1:${port}`;
  return `${reached.base.replace(/\/$/, '')}/${port}.${tagOf(reached.key, port)}`;
}

/** Without it, the public URL would open every port of this machine. */
const tagOf = (key: string, port: number): string => createHmac('sha256', key).update(`${port}`).digest('hex');

const PATH = /^\/(\d{1,5})\.([0-9a-f]{64})(\/.*)$/;

/** The local port and the path that a path of a public URL means; undefined for any that this run has not given out. */
export function receiverOf(key: string, path: string): { readonly port: number; readonly path: string } | undefined {
  const [, port, tag, rest] = PATH.exec(path) ?? [];
  if (port === undefined || tag === undefined || rest === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(key, Number(port))));
  return isOurs ? { port: Number(port), path: rest } : undefined;
}

/** Listens on a local port until it is stopped, and passes each request on to its receiver; to others it responds 404. */
export async function startMultiplexer(key: string, port: number): Promise<{ readonly stop: () => void }> {
  const server = createServer((message, response) => passOn(key, message, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(key: string, message: IncomingMessage, response: ServerResponse): void {
  const { method, url = '', headers } = message;
  const receiver = receiverOf(key, url);
  if (receiver === undefined) {
    message.resume();
    response.writeHead(404).end();
    return;
  }
  const onward = request({ host: '127.0.0.1', ...receiver, method, headers, agent: false });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => undefined);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  pipeline(message, onward, () => undefined);
}
