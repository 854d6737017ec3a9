/** The proxy's server for one service: turns each HTTP request into a `ServiceCall`, and a `ServiceResult` into its response. */
import { randomUUID } from 'node:crypto';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { accessKeyIdOf, type LocalCredentials, signedBy } from '../aws-clients.ts';
import { forOwnHost, isOwnClient, LOOPBACK } from '../doors.ts';
import { messageOf } from '../template/problem.ts';
import { awsError, callOf, chain, type Layer, type ServiceCall, type ServiceResult, unknownClient } from './layer.ts';

export interface Backend {
  /** Of those whom it answers. */
  readonly credentials: LocalCredentials;
  readonly isFunction: (accessKeyId: string) => boolean;
  readonly layers: readonly Layer[];
  readonly sendToEmulator: ReturnType<typeof emulatorAt>;
}

/** Listens on a free port of the loopback interface and returns its URL. Requests wait for the backend. `resources` stops it. */
export async function startServer(
  service: ServiceCall['service'],
  backend: Promise<Backend>,
  onTrouble: (line: string) => void,
  resources: AsyncDisposableStack,
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
    const body = await text(request);
    const { result, headers } = await resultOf(service, request.headers, body, await backend);
    if (result.kind === 'lost') return void response.destroy();
    const content = Buffer.from(result.body);
    response.writeHead(result.status, { ...headers, 'content-length': content.byteLength }).end(content);
  };
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  resources.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return `http://${LOOPBACK}:${address.port}`;
}

/** A response as the emulator sent it. */
type EmulatorResponse = Extract<ServiceResult, { kind: 'response' }> & { readonly headers: IncomingHttpHeaders };

/** Sends requests on to one emulator, over connections that stay open. Rejects if it closes one of them. */
export const emulatorAt = (url: string, { accessKeyId }: LocalCredentials) => {
  const { hostname: host, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return async (headers: IncomingHttpHeaders, body: string): Promise<EmulatorResponse> => {
    const signed = { ...endToEnd(headers), authorization: signedBy(accessKeyId, headers) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ agent, host, port, method: 'POST', headers: signed }, resolve).on('error', reject).end(body);
    });
    const { statusCode: status = 500, headers: received } = response;
    return { kind: 'response', status, body: await text(response), headers: endToEnd(received) };
  };
};

/** Of one connection only, or set by whoever sends the message on. */
const OF_CONNECTION = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));

/** The result, and the headers of the emulator's response if the layers left it as it was. */
async function resultOf(
  service: ServiceCall['service'],
  headers: IncomingHttpHeaders,
  body: string,
  { credentials, isFunction, layers, sendToEmulator }: Backend,
): Promise<{ readonly result: ServiceResult; readonly headers: IncomingHttpHeaders }> {
  if (!isOwnClient(headers, credentials)) return { result: unknownClient(service), headers: ownHeaders() };
  const accessKeyId = accessKeyIdOf(headers);
  const call = callOf(service, headers, body, isFunction(accessKeyId) ? accessKeyId : undefined);
  if (call === undefined) {
    const result = awsError(service, 'SerializationException', 'The request is not one of the JSON protocol.');
    return { result, headers: ownHeaders() };
  }
  let fromEmulator: EmulatorResponse | undefined;
  const send = chain(layers, async ({ input }) => {
    fromEmulator = await sendToEmulator(headers, input === call.input ? body : JSON.stringify(input));
    return fromEmulator;
  });
  const result = await send(call);
  return { result, headers: result === fromEmulator ? fromEmulator.headers : ownHeaders() };
}

const ownHeaders = (): IncomingHttpHeaders => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amzn-requestid': randomUUID(),
});
