import { once } from 'node:events';
import { createServer } from 'node:net';

/** A TCP port of the loopback interface that is free now; another process may take it before it is used. */
export async function freePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
