/**
 * A function that sends messages to its own queue, with fault injection, which looks for such loops. It stands for the
 * signer of the slow lane, which continues a drain so: whether it may, it has from the signer in the template.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { bundleSettings } from '../../../lib/functions/bundle.ts';
import { defineFunction, type FunctionDefinition } from '../../../local/functions/function-definition.ts';
import { issuerAt } from '../../../local/identity/identity.ts';
import { startProxy } from '../../../local/proxy/proxy.ts';
import { startQueueServer } from '../../../local/sqs/queues.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { takeInventory } from '../../../local/template/inventory.ts';
import { arn, LOCAL_ACCOUNT, LOCAL_REGION } from '../../../local/template/names.ts';
import { decide } from '../../../local/weather/decisions.ts';
import type { BadWeather } from '../../../local/weather/probabilities.ts';
import { createWeather } from '../../../local/weather/weather.ts';
import { cloud, dataFolder, eventually } from '../../../testing/service.ts';
import { startQueueSource } from '../event-sources-of-tests.ts';
import { poolOf } from '../pool-of-tests.ts';

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

/** AWS's faults, where no message of the chain comes twice. */
function weatherWithoutRepetition(): BadWeather {
  for (let seed = 0; ; seed += 1) {
    const weather = { name: 'aws', seed } as const;
    const decisions = Array.from({ length: HOPS + 1 }, (_, count) => decide(weather, 'delivered twice', 'Loop', count));
    if (decisions.every((injection) => injection === undefined)) return weather;
  }
}

/** The signer of the slow lane, as the local cloud reads it from its template, without the given property. */
function signerWithout(property?: string): Pick<FunctionDefinition, 'mayLoop'> {
  const assembly = readAssembly(join(dataFolder(), 'cdk.out'));
  for (const { template } of assembly.stacks) {
    for (const { Properties } of Object.values(template.Resources))
      if (property !== undefined) delete Properties[property];
  }
  const { url, endpoints, credentials } = cloud();
  const addresses = { gateway: url, sqs: endpoints.sqs, identity: issuerAt(url) };
  const [signer] = takeInventory(assembly, addresses)
    .of('AWS::Lambda::Function')
    .filter(({ path }) => path.includes('/SlowLaneSigner/'));
  if (signer === undefined) throw new Error('the template has no signer of the slow lane');
  return defineFunction(signer, assembly, {
    emulators: endpoints,
    proxy: endpoints,
    mail: `${url}/_local/ses`,
    credentials,
    events: `${url}/_local/events`,
  });
}

/** Starts the fixture with its queue, sends 0, and returns what reached the end of the chain. */
async function startChain({ mayLoop }: Pick<FunctionDefinition, 'mayLoop'>) {
  const weather = weatherWithoutRepetition();
  const queues = await startQueueServer(cloud().credentials);
  resources.defer(() => queues.stop());
  const proxy = await startProxy(() => {}, resources);
  const emulators = { dynamodb: cloud().endpoints.dynamodb, sqs: queues.url };
  const { credentials } = cloud();
  proxy.open({
    emulators,
    credentials,
    permissions: { functions: new Map(), partitionKeys: new Map() },
    layers: createWeather(weather).layers,
  });
  const [queue, deadLetters] = [`loop-${randomUUID()}`, `loop-dead-${randomUUID()}`];
  const queueNamed = (name: string) => ({ logicalId: name, path: name, name, properties: {} });
  await queues.create([queueNamed(queue), queueNamed(deadLetters)]);

  const { outputFiles } = await build({
    ...bundleSettings,
    ...{ stdin: { contents: FIXTURE, resolveDir: bundleSettings.absWorkingDir }, write: false },
  });
  const environment = {
    AWS_ACCESS_KEY_ID: 'Loop',
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_REGION: LOCAL_REGION,
    AWS_LAMBDA_FUNCTION_NAME: 'loop',
    AWS_ENDPOINT_URL_SQS: proxy.endpoints.sqs,
    QUEUE_URL: `${proxy.endpoints.sqs}/${LOCAL_ACCOUNT}/${queue}`,
  };
  const loop = { title: 'Loop', name: 'loop', arn: arn('lambda', 'function:loop'), logicalId: 'Loop' };
  const { pool, logText } = poolOf(`${outputFiles[0]?.text}`, { ...loop, mayLoop, environment });
  const mapping = { logicalId: 'Loop', pool, batchSize: 1, queue, deadLetters };
  const { deliveries } = createWeather(weather);
  const sources = await startQueueSource(mapping, queues, { deliveries });
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

describe('a drain of 5,000 deliveries', () => {
  test('ends in the dead-letter queue at its 17th call if RecursiveLoop is taken out of the template', async () => {
    const chain = await startChain(signerWithout('RecursiveLoop'));
    expect(await chain.stoppedMessages(20)).toEqual(['16']);
    expect(chain.isAtLastHop()).toBe(false);
  }, 180_000);

  test('goes on to its end with the template as it is', async () => {
    const chain = await startChain(signerWithout());
    await eventually(() => expect(chain.isAtLastHop()).toBe(true), 30_000);
    expect(await chain.stoppedMessages(0)).toEqual([]);
  }, 180_000);
});
