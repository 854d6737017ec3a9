/** SQS in this process: fauxqs, kept in the data folder, with the template's queues. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { localClientSettings } from '../aws-clients.ts';
import type { Resource } from '../template/inventory.ts';
import { LOCAL_REGION } from '../template/names.ts';
import type { QueueProperties } from '../template/resource-types.ts';

export interface QueueServer {
  /** Its endpoint, such as `http://127.0.0.1:41004`. */
  readonly url: string;
  readonly client: SQSClient;
  /** Creates the queues that are missing and gives every queue the attributes of the template. */
  create(queues: readonly Resource<'AWS::SQS::Queue'>[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts SQS on a free port. Without a folder it keeps everything in memory. */
export async function startQueueServer(folder?: string): Promise<QueueServer> {
  subscribe('net.server.socket', refuseOtherMachines);
  const server = await startFauxqs({
    port: 0,
    logger: false,
    host: '',
    defaultRegion: LOCAL_REGION,
    init: {},
    ...(folder === undefined ? {} : { dataDir: folder }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const client = new SQSClient(localClientSettings(url));
  return {
    url,
    client,
    async create(queues) {
      for (const queue of queues) await createQueue(server, client, queue);
    },
    async stop() {
      client.destroy();
      await server.stop();
      unsubscribe('net.server.socket', refuseOtherMachines);
    },
  };
}

/** fauxqs listens on every interface and can't be told not to, so connections from elsewhere are closed at once. */
function refuseOtherMachines(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return;
  const { socket } = message;
  if (socket instanceof Socket && !/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')) socket.destroy();
}

async function createQueue(
  server: FauxqsServer,
  client: SQSClient,
  { name, properties }: Resource<'AWS::SQS::Queue'>,
): Promise<void> {
  const attributes = attributesOf(properties);
  const existing = server.inspectQueue(name);
  if (existing === undefined) {
    server.createQueue(name, { attributes });
    return;
  }
  const { FifoQueue: _fixed, ...changeable } = attributes;
  if (Object.keys(changeable).length === 0) return;
  await client.send(new SetQueueAttributesCommand({ QueueUrl: existing.url, Attributes: changeable }));
}

function attributesOf({ QueueName: _name, RedrivePolicy, ...others }: QueueProperties): Record<string, string> {
  const attributes = Object.entries(others).map(([key, value]) => [key, String(value)]);
  return {
    ...Object.fromEntries(attributes),
    ...(RedrivePolicy === undefined ? {} : { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
  };
}
