/** A function that sends messages to its own queue, with fault injection, which looks for such loops. */
import { randomUUID } from 'node:crypto';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { eventually } from '../../../test/support/eventually.ts';
import { faultyDeliveries } from '../../faults/faulty-deliveries.ts';
import { faultLayers } from '../../faults/service-layers.ts';
import { defineFunction } from '../../functions/function-definition.ts';
import { startProxy } from '../../proxy/proxy.ts';
import { takeInventory } from '../../template/inventory.ts';
import { arn, LOCAL_ACCOUNT, LOCAL_REGION } from '../../template/names.ts';
import { credentials, openNotes, openQueues } from '../emulators-of-tests.ts';
import { startQueueSource } from '../event-sources-of-tests.ts';
import { poolOf } from '../pool-of-tests.ts';
import { firstOf } from './decisions-of-tests.ts';

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

const [notes, queueServer] = [openNotes(), openQueues()];

/** More than the calls after which Lambda stops a loop. */
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

/** Whether each function of the notes may run in a loop, as the local cloud reads it, once one of them says so. */
function whoMayLoop(allowed: string): readonly string[] {
  const assembly = notes();
  for (const { template } of assembly.stacks)
    for (const [id, { Properties }] of Object.entries(template.Resources))
      if (new RegExp(`^${allowed}[0-9A-F]{8}$`).test(id)) Properties['RecursiveLoop'] = 'Allow';
  const url = 'http://127.0.0.1:1';
  const endpoints = { dynamodb: url, sqs: url };
  const inventory = takeInventory(assembly, { gateway: url, sqs: url, identity: url });
  return inventory
    .of('AWS::Lambda::Function')
    .map((found) =>
      defineFunction(found, assembly, { emulators: endpoints, proxy: endpoints, mail: url, events: url, credentials }),
    )
    .filter(({ mayLoop }) => mayLoop)
    .map(({ title }) => title);
}

/** Starts the fixture with its queue, sends 0, and returns what reached the end of the chain. */
async function startChain(mayLoop: boolean) {
  const queues = queueServer();
  const proxy = await startProxy(
    {
      emulators: { dynamodb: 'http://127.0.0.1:1', sqs: queues.url },
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
    stdin: { contents: FIXTURE, resolveDir: import.meta.dirname },
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
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

test('a function may run in a loop if its template says so, and others may not', () => {
  expect(whoMayLoop('Copy')).toEqual(['Copy']);
});

describe('a chain of 40 calls', () => {
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
