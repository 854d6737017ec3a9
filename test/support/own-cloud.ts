/** A separate local cloud for a test or benchmark the shared one would not survive: crashes, settings, load. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { connectTo } from '@social-platform-services/ctl/connection';
import { changesOf, createNetwork, setQuota } from '@social-platform-services/ctl/networks';
import { mintToken } from '@social-platform-services/ctl/tokens';
import type { FaultInjection } from '@social-platform-services/local';
import { localClientSettings } from '@social-platform-services/local/aws-clients';
import * as v from 'valibot';
import { Feature, type Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { quotaNames } from '../../contract/quotas.ts';
import { faultArguments, startLocalCloudProcess } from './local-cloud-process.ts';
import { type Client, CloudFile, call } from './service.ts';

export interface OwnCloudOptions {
  /** Its data folder. */
  readonly data: string;
  /** A free one unless given. */
  readonly port?: number;
  /** Keeps tables and queues in memory only. */
  readonly inMemory?: boolean;
  /** Overrides delivery settings of the stage `local` (contract/delivery-settings.ts). */
  readonly deliverySettings?: object;
  /** That of the whole run unless given. */
  readonly faults?: FaultInjection | 'off';
  /** For minutes of load: Java also uses its second compiler, which halves the database's work but starts slower. */
  readonly forLoad?: boolean;
}

export type OwnCloud = Awaited<ReturnType<typeof startOwnCloud>>;

/** Starts a local cloud and resolves when it is ready. Rejects with `StartFailed`. */
export async function startOwnCloud(options: OwnCloudOptions) {
  const { data, port = 0, inMemory, deliverySettings, faults, forLoad } = options;
  const process = await startLocalCloudProcess(
    ['--port', `${port}`, '--data', data, ...(inMemory ? ['--in-memory'] : []), ...faultArguments(faults)],
    {
      ...(deliverySettings && { SPS_DELIVERY_SETTINGS: JSON.stringify(deliverySettings) }),
      ...(forLoad && { JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=4' }),
    },
  );
  const file = v.parse(CloudFile, JSON.parse(readFileSync(join(data, 'cloud.json'), 'utf8')));
  const connection = connectTo(file);
  return {
    process,
    url: process.url,
    connection,
    /** Where its DynamoDB and SQS listen. */
    endpoints: file.endpoints,
    credentials: file.credentials,
    /** The outputs of its stacks, such as the names of tables. */
    outputs: file.outputs,
    /** A client of a network, whose token is valid for an hour. */
    async clientOf(networkId: NetworkId, role: Role): Promise<Client> {
      const userId = v.parse(UserId, role);
      const token = await mintToken(connection, { networkId, userId, role, lifetimeSeconds: 3_600 });
      return (method, path, body) => call(method, path, { token, body, url: process.url });
    },
    /** Adds a network with every feature on, and the highest quotas. */
    async addNetwork(id: string): Promise<NetworkId> {
      const networkId = v.parse(NetworkId, id);
      await createNetwork(connection, networkId);
      await changesOf(connection).setFeatures(networkId, Feature.options, true);
      for (const quota of quotaNames) await setQuota(connection, networkId, quota, connection.quotas.highest[quota]);
      return networkId;
    },
    /** Stops it with SIGTERM. */
    async stop(): Promise<void> {
      connection.client.destroy();
      await process.end('SIGTERM');
    },
  };
}

const Count = v.pipe(v.optional(v.string(), '0'), v.transform(Number));
const Counts = v.object({
  ApproximateNumberOfMessages: Count,
  ApproximateNumberOfMessagesNotVisible: Count,
  ApproximateNumberOfMessagesDelayed: Count,
});

/**
 * Counts the messages for the signers of a local cloud: those that a reader could receive now, and those that come at a
 * time, or again after one.
 */
export async function queueContents({ endpoints, credentials, outputs }: OwnCloud) {
  const client = new SQSClient(localClientSettings(endpoints.sqs, credentials));
  const contents = { visible: 0, timed: 0 };
  for (const output of ['FirstAttemptsQueueUrl', 'SlowLaneQueueUrl']) {
    const all = new GetQueueAttributesCommand({ QueueUrl: outputs[output], AttributeNames: ['All'] });
    const counts = v.parse(Counts, (await client.send(all)).Attributes);
    contents.visible += counts.ApproximateNumberOfMessages;
    contents.timed += counts.ApproximateNumberOfMessagesNotVisible + counts.ApproximateNumberOfMessagesDelayed;
  }
  client.destroy();
  return contents;
}
