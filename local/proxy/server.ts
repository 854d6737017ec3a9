/** The proxy's server for one service: turns each HTTP request into a `ServiceCall`, and a `ServiceResult` into its response. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { accessKeyIdOf, type LocalCredentials } from '../aws-clients.ts';
import { forOwnHost, isOwnClient, LOOPBACK } from '../doors.ts';
import { messageOf } from '../template/problem.ts';
import type { Emulator, EmulatorResponse } from './emulator.ts';
import { awsError, callOf, chain, type Layer, type ServiceCall, type ServiceResult, unknownClient } from './layer.ts';

export interface Backend {
  /** Of those whom it answers. */
  readonly credentials: LocalCredentials;
  readonly isFunction: (accessKeyId: string) => boolean;
  readonly layers: readonly Layer[];
  readonly emulator: Emulator;
}

/** Listens on a free port of the loopback interface and returns its URL. Requests wait for the backend. */
export async function startServer(
  service: ServiceCall['service'],
  backend: Promise<Backend>,
  onTrouble: (line: string) => void,
): Promise<string> {
  const server = createServer(
    forOwnHost((request, response) => {
      serve(request, response).catch((error: unknown) => {
        if (!request.socket.destroyed) onTrouble(`${service}: ${messageOf(error)}`);
        response.destroy();
      });
    }),
  );
  // Connections stay open as long as the caller wants: it might just be sending a request when the server closes one.
  server.keepAliveTimeout = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const { result, headers } = await resultOf(service, request.headers, body, await backend);
    if (result.kind === 'lost') return void response.destroy();
    const content = Buffer.from(result.body);
    response.writeHead(result.status, { ...headers, 'content-length': content.byteLength }).end(content);
  };
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return `http://${LOOPBACK}:${address.port}`;
}

/** Like `buffer` of node:stream/consumers, for a fraction of its cost. */
const bodyOf = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });

type Headers = EmulatorResponse['headers'];

/** The result, and the headers of the emulator's response if the layers left it as it was. */
async function resultOf(
  service: ServiceCall['service'],
  headers: Headers,
  body: Buffer,
  { credentials, isFunction, layers, emulator }: Backend,
): Promise<{ readonly result: ServiceResult; readonly headers: Headers }> {
  if (!isOwnClient(headers, credentials)) return { result: unknownClient(service), headers: ownHeaders() };
  const accessKeyId = accessKeyIdOf(headers);
  const call = callOf(service, headers, body.toString(), isFunction(accessKeyId) ? accessKeyId : undefined);
  if (call === undefined) {
    const result = awsError(service, 'SerializationException', 'The request is not one of the JSON protocol.');
    return { result, headers: ownHeaders() };
  }
  let fromEmulator: EmulatorResponse | undefined;
  const send = chain(layers, async ({ input }) => {
    fromEmulator = await emulator.send(headers, input === call.input ? body : JSON.stringify(input));
    return fromEmulator;
  });
  const result = await send(call);
  return { result, headers: result === fromEmulator ? fromEmulator.headers : ownHeaders() };
}

const ownHeaders = (): Headers => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amzn-requestid': randomUUID(),
});
