/** Which clients the listeners of the local cloud serve. All listen on loopback, except DynamoDB Local, which has no option for that. */
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Server } from 'node:net';
import type { LocalCredentials } from './aws-clients.ts';

/** Where every listener of the local cloud can be reached. */
export const LOOPBACK = '127.0.0.1';

/** Has the server listen on a port, a free one unless given. Returns its URL. Rejects if it can't. */
export async function listenOnLoopback(server: Server, port = 0): Promise<string> {
  await once(server.listen(port, LOOPBACK), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://${LOOPBACK}:${address.port}`;
}

/**
 * Handles only requests that are addressed to the listener itself, by one of its names and its port. A page on a name
 * that is made to resolve to this machine (DNS rebinding) sends that name.
 */
export function forOwnHost(handle: RequestListener, names: readonly string[] = []): RequestListener {
  return (request, response) => {
    if (isAddressed(request, [LOOPBACK, 'localhost', ...names])) return handle(request, response);
    const text = `This is http://${LOOPBACK}:${request.socket.localPort}, and answers to no other name.\n`;
    response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
  };
}

function isAddressed({ headers, socket }: IncomingMessage, names: readonly string[]): boolean {
  const port = socket.localPort === 80 ? '' : `:${socket.localPort}`;
  return names.some((name) => headers.host?.toLowerCase() === `${name}${port}`);
}

/** Whether a request to an emulator comes from a client with the credentials of this local cloud. */
export const isOwnClient = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  { sessionToken }: Pick<LocalCredentials, 'sessionToken'>,
): boolean => headers['x-amz-security-token'] === sessionToken;
