/** The local cloud hosts an app that is not ours (another-app/app.ts). */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { eventually } from '../../test/support/eventually.ts';
import { type LocalCloudProcess, startLocalCloudProcess } from '../../test/support/local-cloud-process.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { localClientSettings } from '../aws-clients.ts';

const data = temporaryFolder();
let cloud: LocalCloudProcess;
beforeAll(async () => {
  const start = 'local/test/another-app/start.ts';
  cloud = await startLocalCloudProcess(['--port', '0', '--data', data, '--in-memory'], {}, [start]);
});
afterAll(async () => void (await cloud.end('SIGTERM')));

const CloudFile = v.object({
  endpoints: v.object({ dynamodb: v.string(), sqs: v.string() }),
  credentials: v.object({ accessKeyId: v.string(), secretAccessKey: v.string(), sessionToken: v.string() }),
  outputs: v.object({ DeadLettersUrl: v.string() }),
});
const cloudFile = () => v.parse(CloudFile, JSON.parse(readFileSync(join(data, 'cloud.json'), 'utf8')));

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
  const { endpoints, credentials, outputs } = cloudFile();
  const client = new SQSClient(localClientSettings(endpoints.sqs, credentials));
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

/** Where a process and its children listen: addresses as in /proc/net/tcp, with the port. */
function listenersOf(root: number): readonly { readonly address: string; readonly port: number }[] {
  const pids = new Set([root]);
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = processes.split('\n').map((line) => line.trim().split(/ +/).map(Number));
  for (const _ of pairs) for (const [pid = 0, parent = 0] of pairs) if (pids.has(parent)) pids.add(pid);
  const sockets = new Set([...pids].flatMap(socketsOf));
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/ +/))
      .filter(([, , , state, , , , , , socket = '']) => state === LISTENING && sockets.has(socket))
      .map(([, local = '']) => ({
        address: local.replace(/:.*/, ''),
        port: Number.parseInt(local.replace(/.*:/, ''), 16),
      })),
  );
}

const LISTENING = '0A';

function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap(
      (name) => /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, name)))?.[1] ?? [],
    );
  } catch {
    // It has just ended, or closed a file.
    return [];
  }
}

/** Sends an AWS call as anybody may sign it, to an address of this machine, under any name. */
function knock(port: number, target: string, { hostname = '127.0.0.1', host = `127.0.0.1:${port}`, path = '/' } = {}) {
  const headers = {
    host,
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/x/aws4_request, SignedHeaders=host, Signature=x',
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': target,
  };
  return new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.once('error', reject).end('{}');
  });
}

const portOf = (url: string): number => Number(new URL(url).port);

(process.platform === 'linux' ? test : test.skip)('it listens on loopback, except for DynamoDB Local', () => {
  const listeners = listenersOf(cloud.pid);
  const { endpoints } = cloudFile();
  expect(listeners.map(({ port }) => port)).toEqual(
    expect.arrayContaining([cloud.url, endpoints.dynamodb, endpoints.sqs].map(portOf)),
  );
  expect(listeners).toHaveLength(5);
  const open = listeners.filter(({ address }) => address !== '0100007F');
  expect(open).toEqual([{ address: expect.stringMatching(/^0+$/), port: portOf(endpoints.dynamodb) }]);
});

test('its emulators show nothing to those who don’t have its credentials, from whichever address', async () => {
  const { endpoints } = cloudFile();
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  for (const hostname of own.filter((address) => !address.includes('%') && !address.startsWith('fe80'))) {
    const listed = await knock(portOf(endpoints.dynamodb), 'DynamoDB_20120810.ListTables', { hostname });
    expect(listed).toEqual({ status: 200, text: '{"TableNames":[]}' });
  }
  const { text } = await knock(portOf(endpoints.sqs), 'AmazonSQS.ListQueues');
  expect(text).toContain('UnrecognizedClientException');
});

(process.platform === 'linux' ? test : test.skip)('it answers to its own names and port only', async () => {
  const { dynamodb } = cloudFile().endpoints;
  for (const { port } of listenersOf(cloud.pid).filter((listener) => listener.port !== portOf(dynamodb))) {
    for (const host of ['evil.test', `evil.test:${port}`, `127.0.0.1.evil.test:${port}`, '127.0.0.1', `localhost:1`])
      expect(await knock(port, 'x.ListTables', { host, path: '/_local/mail' })).toMatchObject({ status: 421 });
    for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`]) {
      const { status, text } = await knock(port, 'x.ListTables', { host });
      expect({ status, text }).not.toMatchObject({ status: 421 });
      // Neither do the servers between functions and the emulators know a client without the credentials.
      if (port !== portOf(cloud.url)) expect(text).toContain('UnrecognizedClientException');
    }
  }
});
