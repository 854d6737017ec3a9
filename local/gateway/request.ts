/** An HTTP request as API Gateway sees it: a limited body, header names in lower case, path and query exactly as sent. */
import type { IncomingMessage } from 'node:http';

/** API Gateway's limit. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty if the URL has none. */
  readonly query: string;
  readonly protocol: string;
  readonly sourceIp: string;
  /** Names in lower case; repeated headers are joined with commas. Without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** Everything but the body. */
export function readHead(message: IncomingMessage): GatewayRequest {
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index]?.toLowerCase() ?? '';
    const value = message.rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(/;\s*/).filter((cookie) => cookie !== ''));
    else headers.set(name, headers.has(name) ? `${headers.get(name)},${value}` : value);
  }
  const sourceIp = (message.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  headers.set('x-forwarded-for', sourceIp);
  headers.set('x-forwarded-port', String(message.socket.localPort ?? ''));
  headers.set('x-forwarded-proto', 'http');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    protocol: `HTTP/${message.httpVersion}`,
    sourceIp,
    headers: Object.fromEntries(headers),
    cookies,
  };
}

/** The body, or `too large` as soon as it is. Rejects if the client disconnects. */
export async function readBody(message: IncomingMessage): Promise<Buffer | 'too large'> {
  if (Number(message.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection must survive an early return: the response is still to be sent on it.
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
