/** The local cloud hosts an app that is not ours (another-app/app.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { localClientSettings } from '../../local/aws-clients.ts';
import { eventually } from '../../testing/eventually.ts';
import { type LocalCloudProcess, startLocalCloudProcess } from '../../testing/local-cloud-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const data = temporaryFolder();
let cloud: LocalCloudProcess;
beforeAll(async () => {
  const start = 'test/local/another-app/start.ts';
  cloud = await startLocalCloudProcess(['--port', '0', '--data', data, '--in-memory'], {}, start);
});
afterAll(async () => void (await cloud.end('SIGTERM')));

async function call(method: string, path: string, body?: string, authorization = 'open sesame') {
  const init = { method, headers: { authorization }, ...(body !== undefined && { body }) };
  const response = await fetch(`${cloud.url}${path}`, init);
  return { status: response.status, text: await response.text() };
}

test('its API serves who its authorizer lets in, and tells functions who that is', async () => {
  expect(await call('PUT', '/notes/first', 'hello')).toMatchObject({ status: 201 });
  expect(await call('GET', '/notes/first')).toEqual({ status: 200, text: 'ali: hello' });
  expect(await call('GET', '/notes/first', undefined, 'please')).toMatchObject({ status: 403 });
  expect(await call('GET', '/notes/first', undefined, '')).toMatchObject({ status: 401 });
  expect(await call('GET', '/other')).toEqual({ status: 404, text: '{"message":"Not Found"}' });
});

test('a function that its role does not allow is denied, and the terminal says what the role lacks', async () => {
  await call('PUT', '/notes/kept', 'stays');
  expect(await call('DELETE', '/notes/kept')).toMatchObject({ status: 500 });
  expect(await call('GET', '/notes/kept')).toMatchObject({ status: 200 });
  await eventually(() => expect(cloud.output()).toContain('Vandal may not dynamodb:DeleteItem'));
});

test('a note goes through the stream and the queue', async () => {
  await call('PUT', '/notes/second', 'again');
  await eventually(
    async () => expect(await call('GET', '/notes/copy-of-second')).toEqual({ status: 200, text: 'queue: again' }),
    20_000,
  );
});

test('a message that fails is in the dead-letter queue', async () => {
  await call('PUT', '/notes/third', 'poison');
  const Cloud = v.object({
    endpoints: v.object({ sqs: v.string() }),
    outputs: v.object({ DeadLettersUrl: v.string() }),
  });
  const { endpoints, outputs } = v.parse(Cloud, JSON.parse(readFileSync(join(data, 'cloud.json'), 'utf8')));
  const client = new SQSClient(localClientSettings(endpoints.sqs));
  const body = await eventually(async () => {
    const command = new ReceiveMessageCommand({ QueueUrl: outputs.DeadLettersUrl, WaitTimeSeconds: 1 });
    const [message] = (await client.send(command)).Messages ?? [];
    expect(message).toBeDefined();
    return message?.Body;
  }, 20_000);
  client.destroy();
  expect(JSON.parse(body ?? '')).toEqual({ id: 'third', text: 'poison' });
});

test('the terminal shows its welcome', () => {
  expect(cloud.output()).toContain(`curl ${cloud.url}/notes/1`);
});
