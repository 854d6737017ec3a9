/** The model's service times on this machine, in a local cloud. */

import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { OwnCloud } from '../../../testing/own-cloud.ts';
import { processorTimes as inAws, type ProcessorTime, type Times } from '../../model/measured.ts';
import { median } from '../statistics.ts';
import { pipelineCalls } from './calls.ts';
import { processorTimes } from './processor-times.ts';

const settings = { region: 'eu-central-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const CALLS = 60;
/** The local cloud reads a stream as soon as a function has finished: practically without a wait. */
const POLLS_PER_SECOND = 1_000;

/** Measures functions of the pipeline with stubs, and calls of DynamoDB and SQS where the cloud has them. */
export async function timesHere({ connection, endpoints }: OwnCloud): Promise<Times> {
  const read = new GetCommand({ TableName: connection.tables.networks, Key: { networkId: 'model' } });
  const sqs = new SQSClient({ ...settings, endpoint: endpoints.sqs });
  try {
    return {
      processor: { ...inAws.of, fanOut: await timesOf('fan-out'), signer: await timesOf('signer') },
      dynamoDb: await medianOf(() => connection.client.send(read)),
      getRecords: await getRecordsTime(endpoints.dynamodb),
      ...(await queueTimes(sqs)),
      pollsPerSecond: POLLS_PER_SECOND,
    };
  } finally {
    sqs.destroy();
  }
}

async function timesOf(name: string): Promise<ProcessorTime> {
  const calls = pipelineCalls().find((one) => one.name === name);
  if (calls === undefined) throw new Error(`There is no sample call of ${name}.`);
  return await processorTimes(calls);
}

async function getRecordsTime(endpoint: string): Promise<number> {
  const streams = new DynamoDBStreamsClient({ ...settings, endpoint });
  try {
    const { Streams = [] } = await streams.send(new ListStreamsCommand({}));
    const { StreamArn } = Streams[0] ?? {};
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    const { ShardId } = StreamDescription?.Shards?.at(-1) ?? {};
    const { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'LATEST' }),
    );
    return await medianOf(() => streams.send(new GetRecordsCommand({ ShardIterator })));
  } finally {
    streams.destroy();
  }
}

async function queueTimes(sqs: SQSClient): Promise<Pick<Times, 'sendBatch' | 'queue'>> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'times-here' }));
  const Entries = [{ Id: '0', MessageBody: 'x'.repeat(1_024) }];
  const receive = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20, MaxNumberOfMessages: 10 });
  const sendBatch = await medianOf(async () => {
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  });
  for (let received = 0; received < CALLS; ) received += (await sqs.send(receive)).Messages?.length ?? 0;
  const roundTrip = await medianOf(async () => {
    const received = sqs.send(receive);
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    await received;
  });
  return { sendBatch, queue: Math.max(0, roundTrip - sendBatch) };
}

async function medianOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}
