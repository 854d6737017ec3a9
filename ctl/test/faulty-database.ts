/** DynamoDB over HTTP as a test says that it responds; or in front of the shared local cloud's, whose answers it may replace. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FakeResponse } from '../../test/support/fake-aws.ts';
import { portOf } from '../../test/support/receivers/listening.ts';

/** A call, such as `PutItem`, and its body. */
export interface DatabaseCall {
  readonly operation: string;
  readonly body: string;
}

/** A response in place of the database's; `hang` sends none, `reset` breaks the connection, undefined changes nothing. */
export type Fault = FakeResponse | 'hang' | 'reset' | undefined;

/** Starts it. Calls without a fault go to the database at `behind`. */
export async function startDatabase(faultOf: (call: DatabaseCall) => Fault, behind = 'http://127.0.0.1:1') {
  const calls: DatabaseCall[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const operation = `${request.headers['x-amz-target']}`.replace(/^.*\./, '');
      calls.push({ operation, body });
      const fault = faultOf({ operation, body });
      if (fault === 'hang') return;
      if (fault === 'reset') request.socket.destroy();
      else if (fault === undefined) forward(request, body, response, behind);
      else response.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    calls,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward({ method, url = '/', headers }: IncomingMessage, body: string, to: ServerResponse, behind: string) {
  const onward = httpRequest(new URL(url, behind), { method, headers }, (from) => {
    to.writeHead(from.statusCode ?? 500, from.headers);
    from.pipe(to);
  });
  onward.on('error', () => to.destroy());
  onward.end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
