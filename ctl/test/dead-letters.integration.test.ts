/** Dead letters, in queues of their own: the shared cloud's have messages of other tests, not to be retried. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credentialsOf, localClientSettings } from '@social-platform-services/local/aws-clients';
import { type QueueServer, startQueueServer } from '@social-platform-services/local/sqs/queues';
import { LOCAL_ACCOUNT } from '@social-platform-services/local/template/names';
import { ctlHere } from '../../test/support/ctl.ts';
import { closeFailures } from '../../test/support/failed-messages.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { failuresText, retriedText } from '../commands/redrive.ts';
import type { FailureConnection } from '../redrive/connection.ts';
import { withHeldMessages } from '../redrive/held-messages.ts';
import { listFailures, retryFailures } from '../redrive/redrive.ts';

const SHOWN_AFTER_MS = 1100;
const credentials = credentialsOf('key');
let server: QueueServer;
let connection: FailureConnection;
const urlOf = (name: string): string => `${server.url}/${LOCAL_ACCOUNT}/${name}`;
beforeAll(async () => {
  server = await startQueueServer(credentials);
  await server.create(
    ['lane', 'dead', 'empty', 'full'].map((name) => ({
      logicalId: name,
      path: name,
      name,
      properties: { MessageRetentionPeriod: 3600 },
    })),
  );
  const unused = localClientSettings('http://127.0.0.1:1', credentials);
  connection = {
    sqs: server.client,
    lambda: new LambdaClient(unused),
    streams: new DynamoDBStreamsClient(unused),
    dynamodb: new DynamoDBClient(unused),
    queues: [{ kind: 'lane', name: 'SlowLaneDeadLetters', url: urlOf('dead'), lane: urlOf('lane') }],
    eventsTable: 'unused',
  };
});
afterAll(async () => {
  closeFailures(connection);
  await server.stop();
});

test('dead letters of more than one receive are listed, and all go back to their lane as they were', async () => {
  const bodies = Array.from({ length: 12 }, (_, n) => JSON.stringify({ kind: 'backlog', webhookId: `wh_${n}`, n }));
  for (const MessageBody of bodies) {
    await server.client.send(new SendMessageCommand({ QueueUrl: urlOf('dead'), MessageBody }));
  }
  const { failures, more } = await listFailures(connection);
  expect(failures.map(({ held }) => held.body).toSorted()).toEqual(bodies.toSorted());
  expect(more).toEqual([]);
  expect(failures[0]?.until.getTime()).toBe((failures[0]?.held.sentAt.getTime() ?? 0) + 3_600_000);
  expect(failuresText(failures)).toMatch(
    /^id +queue +since +retry until +what +reason\n.+ SlowLaneDeadLetters .+ of wh_/,
  );

  const { results } = await retryFailures(connection, 'all', { scan: false });
  expect(results.map(({ problem }) => problem)).toEqual(bodies.map(() => undefined));
  expect(retriedText(results)).toMatch(/^\S+ +retried +a turn of the backlog of wh_\d+\n/);
  const moved = await Promise.all(
    bodies.map(() => server.client.send(new ReceiveMessageCommand({ QueueUrl: urlOf('lane') }))),
  );
  const messages = moved.flatMap(({ Messages = [] }) => Messages);
  expect(messages.map(({ Body }) => Body).toSorted()).toEqual(bodies.toSorted());
  expect(await listFailures(connection)).toEqual({ failures: [], more: [] });
});

test('at most 500 messages of a queue are read, and those beyond are counted', async () => {
  const message = { QueueUrl: urlOf('full'), MessageBody: 'failed' };
  await Promise.all(Array.from({ length: 510 }, () => server.client.send(new SendMessageCommand(message))));
  const queues = [{ kind: 'lane', name: 'Full', url: urlOf('full'), lane: urlOf('lane') }] as const;
  const { failures, more } = await listFailures({ ...connection, queues });
  expect({ read: failures.length, more }).toEqual({ read: 500, more: [{ queue: 'Full', count: 10 }] });
});

test('where a queue can’t be read, the messages of the others are not hidden from the next command', async () => {
  await server.client.send(new SendMessageCommand({ QueueUrl: urlOf('dead'), MessageBody: 'failed' }));
  const missing = { kind: 'lane', name: 'Missing', url: urlOf('missing'), lane: urlOf('lane') } as const;
  const both = { ...connection, queues: [...connection.queues, missing] };
  await expect(listFailures(both)).rejects.toThrow();
  await setTimeout(SHOWN_AFTER_MS);
  const read = await withHeldMessages(connection, async ({ messages }, remove) => {
    await Promise.all(messages.map(remove));
    return messages.map(({ body }) => body);
  });
  expect(read).toEqual(['failed']);
});

/** Failed messages of a local cloud that keeps its queues in a file, as `npm start` does. */
test('messages that were read are there for the next command', async () => {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };
  const server = await startQueueServer(credentials, temporaryFolder());
  const { QueueUrl: url = '' } = await server.client.send(new CreateQueueCommand({ QueueName: 'Failures' }));
  await server.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'failed' }));
  const connection = { sqs: server.client, queues: [{ name: 'Failures', url, kind: 'lane' as const, lane: url }] };
  const read = () => withHeldMessages(connection, async ({ messages }) => messages.map(({ body }) => body));
  for (let command = 0; command < 3; command++) expect(await read()).toEqual(['failed']);
  await server.stop();
});

test('what another command reads is said, and never called no messages, also with --json', async () => {
  const dataFolder = temporaryFolder();
  const outputs = {
    ApiUrl: 'http://127.0.0.1:1',
    EventsTableName: 'unused',
    RecordActivityFunctionName: 'unused',
    RecordActivityOnFailureQueueUrl: urlOf('empty'),
    FanOutFunctionName: 'unused',
    FanOutOnFailureQueueUrl: urlOf('empty'),
    FirstAttemptsQueueUrl: urlOf('lane'),
    FirstAttemptsDeadLettersUrl: urlOf('empty'),
    SlowLaneQueueUrl: urlOf('lane'),
    SlowLaneDeadLettersUrl: urlOf('dead'),
  };
  const own = { pid: process.pid, region: 'us-east-1', endpoints: { dynamodb: 'http://127.0.0.1:1' }, credentials };
  writeFileSync(join(dataFolder, 'cloud.json'), JSON.stringify({ ...own, outputs }));
  await server.client.send(new SendMessageCommand({ QueueUrl: urlOf('dead'), MessageBody: 'failed' }));
  const more = expect.stringMatching(/^There are more messages: SlowLaneDeadLetters \(about 1\)\. .*\n$/);
  await withHeldMessages(connection, async () => {
    const ctl = (...words: string[]) => ctlHere(['redrive', ...words, '--data', dataFolder]);
    expect(await ctl('retry', '--all')).toEqual({ stdout: '', stderr: more, code: 0 });
    expect(await ctl('retry', '--all', '--json')).toEqual({ stdout: '[]\n', stderr: more, code: 0 });
    expect(await ctl('list', '--json')).toEqual({ stdout: '[]\n', stderr: more, code: 0 });
  });
});
