/** SQS in this process: fauxqs with the template's queues, for this machine and its Docker containers only. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { BlockList, isIPv6, Socket } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { localClientSettings } from '../aws-clients.ts';
import type { QueueProperties } from '../template/data-types.ts';
import type { Resource } from '../template/inventory.ts';
import { LOCAL_REGION } from '../template/names.ts';

export interface QueueServer {
  /** Its endpoint, such as `http://127.0.0.1:41004`. */
  readonly url: string;
  readonly client: SQSClient;
  /** Creates the queues that are missing and gives every queue the attributes of the template. */
  create(queues: readonly Resource<'AWS::SQS::Queue'>[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts SQS on a free port. Without a folder, everything is in memory only. */
export async function startQueueServer(folder?: string): Promise<QueueServer> {
  subscribe('net.server.socket', refuseOtherMachines);
  const server = await startFauxqs({
    port: 0,
    logger: false,
    host: '',
    defaultRegion: LOCAL_REGION,
    init: {},
    ...(folder && { dataDir: folder }),
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

/** fauxqs listens on every interface and has no option for that, so connections from other machines are closed at once. */
function refuseOtherMachines(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return;
  const { socket } = message;
  if (socket instanceof Socket && !mayConnect(socket.remoteAddress ?? '')) socket.destroy();
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

/** Docker's default bridge on Linux, where `sam local` runs functions. Docker Desktop's containers come from 127.0.0.1. */
const DOCKER_BRIDGE = 'docker0';

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * Whether an address may connect: this machine's own, and those of its Docker containers. Reads the interfaces at each call, because Node lists the bridge only while a container runs.
 */
export function mayConnect(remoteAddress: string, interfaces: () => Interfaces = networkInterfaces): boolean {
  const isIn = (addresses: BlockList): boolean =>
    addresses.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
  return isIn(loopback) || isIn(containers(interfaces()));
}

function containers({ [DOCKER_BRIDGE]: bridge = [] }: Interfaces): BlockList {
  const addresses = new BlockList();
  for (const { address, cidr, family } of bridge) {
    if (family === 'IPv4' && cidr !== null) addresses.addSubnet(address, Number(cidr.split('/')[1]));
  }
  return addresses;
}
