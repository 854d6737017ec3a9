/** SQS in this process: fauxqs with the template's queues. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type RequestListener, Server } from 'node:http';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as v from 'valibot';
import { forOwnHost, isOwnClient, LOOPBACK } from '../access.ts';
import { type LocalCredentials, localClientSettings } from '../aws-clients.ts';
import { unknownClient } from '../proxy/layer.ts';
import type { QueueProperties } from '../template/data-types.ts';
import type { Resource } from '../template/inventory.ts';
import { LOCAL_REGION } from '../template/names.ts';

export type QueueServer = Awaited<ReturnType<typeof startQueueServer>>;

/** Starts SQS on a free port, for clients with the credentials. Without a folder, everything is in memory only. */
export async function startQueueServer(credentials: LocalCredentials, folder?: string) {
  const server = await started(credentials, folder);
  const url = `http://${LOOPBACK}:${server.port}`;
  const client = new SQSClient(localClientSettings(url, credentials));
  return {
    /** Its endpoint, such as `http://127.0.0.1:41004`. */
    url,
    client,
    /** Creates the queues that are missing and gives every queue the attributes of the template. */
    async create(queues: readonly Resource<'AWS::SQS::Queue'>[]): Promise<void> {
      for (const queue of queues) await createQueue(server, client, queue);
    },
    async stop(): Promise<void> {
      client.destroy();
      await server.stop();
    },
  };
}

/** Published before a server listens (https://nodejs.org/api/diagnostics_channel.html#event-tracingnetserverlistenasyncstart). */
const LISTEN = 'tracing:net.server.listen:asyncStart';
const Listening = v.object({ server: v.instance(Server), options: v.object({ host: v.string() }) });

/** The name of this machine in containers, where `sam local` runs functions. */
const FROM_CONTAINER = 'host.docker.internal';

/** fauxqs would listen on every interface and answer everybody, and has no option for that. */
async function started(credentials: LocalCredentials, folder: string | undefined): Promise<FauxqsServer> {
  const closeDoor = (message: unknown): void => {
    if (!v.is(Listening, message) || message.options.host !== '0.0.0.0') return;
    message.options.host = LOOPBACK;
    const { server } = message;
    const handlers = server.listeners('request');
    server.removeAllListeners('request');
    for (const handler of handlers) {
      const handle: RequestListener = (...exchange) => void Reflect.apply(handler, server, exchange);
      server.on('request', forOwnHost(forOwnClients(handle, credentials), [FROM_CONTAINER]));
    }
  };
  subscribe(LISTEN, closeDoor);
  const umask = process.umask(0o077);
  try {
    const options = { port: 0, logger: false, host: '', defaultRegion: LOCAL_REGION, init: {} };
    const starting = startFauxqs({ ...options, ...(folder && { dataDir: folder }) });
    // Its file, only for its owner, exists by now. Other parts write bundles, which Lambda's user must read.
    process.umask(umask);
    return await starting;
  } finally {
    unsubscribe(LISTEN, closeDoor);
  }
}

/** Handles the requests of clients with the credentials; others get the error of AWS. */
function forOwnClients(handle: RequestListener, credentials: LocalCredentials): RequestListener {
  return (request, response) => {
    if (isOwnClient(request.headers, credentials)) return handle(request, response);
    const { status, body } = unknownClient('sqs');
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', connection: 'close' }).end(body);
  };
}

async function createQueue(
  server: FauxqsServer,
  client: SQSClient,
  { name, properties }: Resource<'AWS::SQS::Queue'>,
): Promise<void> {
  const attributes = attributesOf(properties);
  const existing = server.inspectQueue(name);
  if (existing === undefined) server.createQueue(name, { attributes });
  else await client.send(new SetQueueAttributesCommand({ QueueUrl: existing.url, Attributes: attributes }));
}

function attributesOf({ RedrivePolicy, ...others }: QueueProperties): Record<string, string> {
  const attributes = Object.entries(others).map(([key, value]) => [key, String(value)]);
  return { ...Object.fromEntries(attributes), ...(RedrivePolicy && { RedrivePolicy: JSON.stringify(RedrivePolicy) }) };
}
