/**
 * A function that sends messages to its own queue, with fault injection, which looks for such loops. It stands for the
 * signer of the slow lane, which continues a drain so.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { bundleSettings } from '../../../lib/functions/bundle.ts';
import { faultyDeliveries } from '../../../local/faults/faulty-deliveries.ts';
import { faultLayers } from '../../../local/faults/service-layers.ts';
import { defineFunction } from '../../../local/functions/function-definition.ts';
import { startProxy } from '../../../local/proxy/proxy.ts';
import { startQueueServer } from '../../../local/sqs/queues.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { takeInventory } from '../../../local/template/inventory.ts';
import { arn, LOCAL_ACCOUNT, LOCAL_REGION } from '../../../local/template/names.ts';
import { cloud, dataFolder, eventually } from '../../../testing/service.ts';
import { startQueueSource } from '../event-sources-of-tests.ts';
import { poolOf } from '../pool-of-tests.ts';
import { firstOf } from './decisions-of-tests.ts';

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

/**
 * More than a drain of 5,000 deliveries takes: even if the receiver needs 1.5 s for each, a call sends some 200 of
 * them, 64 at a time, and then its one message.
 */
const HOPS = 40;

/** Sends each number on, one higher, until the last hop. */
const FIXTURE = `
  import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
  const client = new SQSClient({});
  export const handler = async ({ Records }) => {
    for (const { body } of Records) {
      if (Number(body) === ${HOPS}) console.log('the last hop');
      else await client.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody: String(Number(body) + 1) }));
    }
  };`;

/** Whether a function of the service's template may run in a loop, as the local cloud reads it. */
function mayLoopOf(construct: string): boolean | undefined {
  const assembly = readAssembly(join(dataFolder(), 'cdk.out'));
  const { url, endpoints, credentials } = cloud();
  const inventory = takeInventory(assembly, { gateway: url, sqs: endpoints.sqs, identity: url });
  const found = inventory.of('AWS::Lambda::Function').find(({ path }) => path.includes(`/${construct}/`));
  const urls = { emulators: endpoints, proxy: endpoints, mail: url, events: url };
  return found && defineFunction(found, assembly, { ...urls, credentials }).mayLoop;
}

/** Starts the fixture with its queue, sends 0, and returns what reached the end of the chain. */
async function startChain(mayLoop: boolean) {
  const { endpoints, credentials } = cloud();
  const queues = await startQueueServer(credentials);
  resources.defer(() => queues.stop());
  const proxy = await startProxy(
    {
      emulators: { dynamodb: endpoints.dynamodb, sqs: queues.url },
      credentials,
      permissions: { functions: new Map(), partitionKeys: new Map() },
      layers: faultLayers(firstOf()),
      onTrouble: () => {},
    },
    resources,
  );
  const [queue, deadLetters] = [`loop-${randomUUID()}`, `loop-dead-${randomUUID()}`];
  const queueNamed = (name: string) => ({ logicalId: name, path: name, name, properties: {} });
  await queues.create([queueNamed(queue), queueNamed(deadLetters)]);

  const { outputFiles } = await build({
    ...bundleSettings,
    stdin: { contents: FIXTURE, resolveDir: bundleSettings.absWorkingDir },
    write: false,
  });
  const environment = {
    AWS_ACCESS_KEY_ID: 'Loop',
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_REGION: LOCAL_REGION,
    AWS_LAMBDA_FUNCTION_NAME: 'loop',
    AWS_ENDPOINT_URL_SQS: proxy.sqs,
    QUEUE_URL: `${proxy.sqs}/${LOCAL_ACCOUNT}/${queue}`,
  };
  const loop = { title: 'Loop', name: 'loop', arn: arn('lambda', 'function:loop'), logicalId: 'Loop' };
  const { pool, logText } = poolOf(`${outputFiles[0]?.text}`, { ...loop, mayLoop, environment });
  const mapping = { logicalId: 'Loop', pool, batchSize: 1, queue, deadLetters };
  const sources = await startQueueSource(mapping, queues, { deliveries: faultyDeliveries(firstOf()) });
  resources.defer(() => sources.stop());
  const urlOf = (name: string): string => `${queues.url}/${LOCAL_ACCOUNT}/${name}`;
  await queues.client.send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody: '0' }));
  return {
    isAtLastHop: () => logText().includes('the last hop'),
    async stoppedMessages(WaitTimeSeconds: number) {
      const command = new ReceiveMessageCommand({ QueueUrl: urlOf(deadLetters), WaitTimeSeconds });
      return ((await queues.client.send(command)).Messages ?? []).map(({ Body }) => Body);
    },
  };
}

test('the signer of the slow lane may run in a loop, and other functions may not', () => {
  expect(['SlowLaneSigner', 'FirstAttemptsSigner'].map(mayLoopOf)).toEqual([true, false]);
});

describe('a drain of 5,000 deliveries', () => {
  test('ends in the dead-letter queue at its 17th call if the function may not run in a loop', async () => {
    const chain = await startChain(false);
    expect(await chain.stoppedMessages(20)).toEqual(['16']);
    expect(chain.isAtLastHop()).toBe(false);
  }, 180_000);

  test('goes on to its end if it may', async () => {
    const chain = await startChain(true);
    await eventually(() => expect(chain.isAtLastHop()).toBe(true), 30_000);
    expect(await chain.stoppedMessages(0)).toEqual([]);
  }, 180_000);
});
