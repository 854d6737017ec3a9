import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { smokeArguments } from '../../bin/smoke/smoke.ts';
import { closeFailures, openFailures } from '../support/failed-messages.ts';
import { portOf } from '../support/receivers/listening.ts';
import { cloudVariables, connection } from '../support/service.ts';

/** Runs the smoke test on the local cloud that all tests share. */
async function smoke(...words: readonly string[]): Promise<{ code: unknown; output: string }> {
  const data = process.env[cloudVariables.data] ?? '';
  const child = spawn(process.execPath, ['bin/sps.ts', 'smoke', '--data', data, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const [code] = await once(child, 'close');
  return { code, output: Buffer.concat(parts).toString() };
}

/** Items of any network of the smoke test, in any table that ctl knows but the audit trail, which is kept. */
async function leftovers(): Promise<number> {
  const { client, tables } = connection();
  // Events, deliveries and the audit trail expire.
  const { activities, blocks, networks, webhooks } = tables;
  const names = [activities, blocks, networks, webhooks];
  const pages = await Promise.all(names.map((TableName) => client.send(new ScanCommand({ TableName }))));
  const items = pages.flatMap(({ Items = [] }) => Items);
  // Responses to requests with an idempotency key expire as well.
  const left = items.filter(({ networkId }) => !`${networkId}`.endsWith('#requests'));
  return left.filter((item) => JSON.stringify(item).includes('"smoke-')).length;
}

/** Queues a notice that no mail can be made of: the function that sends mails fails at its end. */
async function queueMalformedNotice(): Promise<void> {
  const failures = openFailures();
  const QueueUrl = failures.queues.find((queue) => queue.kind === 'notices')?.lane;
  const notice = { networkId: 'other', eventId: 'malformed', at: new Date().toISOString(), body: '{}' };
  await failures.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(notice) }));
  closeFailures(failures);
}

/** On a machine that does other things too. */
jest.setTimeout(120_000);

describe('the smoke test', () => {
  let received = 0;
  let receiver: Server;
  let url: string;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      received++;
      request.resume();
      response.writeHead(request.url === '/broken' ? 500 : 200).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${portOf(receiver)}/`;
  });
  afterAll(() => {
    receiver.close();
  });

  test('runs every flow, and removes what it made, while a mail of another network fails', async () => {
    await queueMalformedNotice();
    const { code, output } = await smoke();
    expect(output).not.toContain('FAILED');
    expect(output.match(/^ok {6}/gm)).toHaveLength(9);
    expect(output).toMatch(/^ok +a webhook is created.*: dns, as no receiver was named$/m);
    expect(code).toBe(0);
    expect(await leftovers()).toBe(0);
  });

  test('delivers to a receiver that is named', async () => {
    const { code, output } = await smoke('--receiver', url);
    expect(output).toMatch(/^ok +an event is delivered, and is in the delivery log: delivered \d+ ms after the post$/m);
    expect({ code, received }).toEqual({ code: 0, received: 2 });
  });

  test('names the step that failed, exits with 1, and still removes what it made', async () => {
    const { code, output } = await smoke('--receiver', `${url}broken`);
    expect(output).toMatch(/^FAILED +a webhook is created.*\/broken did not accept it: http_5xx$/m);
    expect(output).not.toMatch(/in the delivery log/);
    expect(output).toMatch(/^ok +everything is removed$/m);
    expect(code).toBe(1);
    expect(await leftovers()).toBe(0);
  });
});

describe('the command line of the smoke test', () => {
  test.each([
    [['--env', 'dev'], { env: 'dev', data: '.local', receiver: undefined }],
    [['--data', 'x', '--receiver=https://a.example/'], { env: undefined, data: 'x', receiver: 'https://a.example/' }],
    [['--env', 'live-2'], { env: 'live-2', data: '.local', receiver: undefined }],
    [['--env=dev', '--prefix=acme'], { env: 'dev', data: '.local', receiver: undefined, prefix: 'acme' }],
  ])('%j is understood', (typed, parsed) => {
    expect(smokeArguments(typed)).toEqual({ prefix: 'sps', ...parsed });
  });

  test.each([[['--env', 'dev', '--data', 'x']], [['--stage', 'dev']], [['dev']], [['--env']]])(
    '%j is refused with what to type instead',
    (typed) => {
      expect(smokeArguments(typed)).toEqual({ problem: expect.stringMatching(/npm run smoke -- \[--env/) });
    },
  );

  test.each([
    [['--env', 'local'], /^The stage must be a deployed stage/],
    [['--env', 'Acme_1'], /^The stage must be 1 to 20 lower-case letters.*not "Acme_1"/],
    [['--env', 'dev', '--prefix', ''], /^The prefix must be 1 to 20 lower-case letters.*not ""/],
  ])('%j is refused with what a name must be', (typed, problem) => {
    expect(smokeArguments(typed)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
