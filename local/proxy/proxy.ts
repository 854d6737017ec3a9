/**
 * The proxy between functions and the emulators: one server for DynamoDB and one for SQS, which turn each HTTP request
 * into a `ServiceCall`, and its result into the response. Everything else in the local cloud calls the emulators
 * directly, and so do functions, without fault injection, where their role allows the call.
 */
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
import { forOwnHost, isOwnClient, listenOnLoopback } from '../access.ts';
import { accessKeyIdOf, type LocalCredentials, signedBy } from '../aws-clients.ts';
import type { Endpoints } from '../hosted-app.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import { enforcePermissions } from '../iam/permission-layer.ts';
import { messageOf } from '../template/problem.ts';
import { awsError, callOf, chain, type Layer, type ServiceCall, type ServiceResult, unknownClient } from './layer.ts';

interface ProxyOptions {
  /** Where the emulators are. */
  readonly emulators: Endpoints;
  /** Of those whom it answers. */
  readonly credentials: LocalCredentials;
  readonly permissions: Permissions;
  /** Those of fault injection. */
  readonly layers?: readonly Layer[] | undefined;
  /** Gets a line for the terminal, such as which call was denied. */
  readonly onTrouble: (line: string) => void;
}

/** Starts it on two free ports, and returns where functions reach DynamoDB and SQS. `resources` stops it. */
export async function startProxy(options: ProxyOptions, resources: AsyncDisposableStack): Promise<Endpoints> {
  const start = (service: ServiceCall['service']): Promise<string> => startServer(service, options, resources);
  return { dynamodb: await start('dynamodb'), sqs: await start('sqs') };
}

async function startServer(
  service: ServiceCall['service'],
  options: ProxyOptions,
  resources: AsyncDisposableStack,
): Promise<string> {
  const { emulators, credentials, permissions, layers = [], onTrouble } = options;
  const sendToEmulator = emulatorAt(emulators[service], credentials);
  const allLayers = [enforcePermissions(permissions, onTrouble), ...layers];

  async function serve({ headers }: IncomingMessage, body: string): Promise<Served> {
    if (!isOwnClient(headers, credentials)) return withOwnHeaders(unknownClient(service));
    const accessKeyId = accessKeyIdOf(headers);
    const call = callOf(service, headers, body, permissions.functions.has(accessKeyId) ? accessKeyId : undefined);
    if (call === undefined) {
      return withOwnHeaders(
        awsError(service, 'SerializationException', 'The request is not one of the JSON protocol.'),
      );
    }
    let fromEmulator: EmulatorResponse | undefined;
    const send = chain(allLayers, async ({ input }) => {
      fromEmulator = await sendToEmulator(headers, input === call.input ? body : JSON.stringify(input));
      return fromEmulator;
    });
    const result = await send(call);
    return result === fromEmulator ? { result, headers: fromEmulator.headers } : withOwnHeaders(result);
  }

  const server = createServer(
    forOwnHost(async (request, response) => {
      try {
        respond(response, await serve(request, await text(request)));
      } catch (error) {
        if (!request.socket.destroyed) onTrouble(`${service}: ${messageOf(error)}`);
        response.destroy();
      }
    }),
  );
  // Connections stay open as long as the caller wants: it might just be sending a request when the server closes one.
  server.keepAliveTimeout = 0;
  const url = await listenOnLoopback(server);
  resources.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return url;
}

/** A result, and the headers of its response: the emulator's if the layers left that as it was. */
interface Served {
  readonly result: ServiceResult;
  readonly headers: IncomingHttpHeaders;
}

const withOwnHeaders = (result: ServiceResult): Served => ({
  result,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
});

function respond(response: ServerResponse, { result, headers }: Served): void {
  if (result.kind === 'lost') return void response.destroy();
  const content = Buffer.from(result.body);
  response.writeHead(result.status, { ...headers, 'content-length': content.byteLength }).end(content);
}

/** A response as the emulator sent it. */
type EmulatorResponse = Extract<ServiceResult, { kind: 'response' }> & { readonly headers: IncomingHttpHeaders };

/** Sends requests on to one emulator, over connections that stay open. Rejects if it closes one of them. */
const emulatorAt = (url: string, { accessKeyId }: LocalCredentials) => {
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
