import { describe, expect, test } from '@jest/globals';
import { verifyWebhook } from '../../client/verify-webhook.ts';
import { setQuota } from '../../ctl/networks.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { cloudVariables, connection, eventually } from '../../testing/service.ts';
import { ctlHere } from '../ctl/service.ts';
import { kept, newRoom, webhookTo, wholeLog } from './delivery-room.ts';

describe('POST /webhooks/{webhookId}/checkup', () => {
  test('says how a receiver handles each request, and leaves no trace in the log', async () => {
    const { admin } = await newRoom();
    let secret = '';
    const receiver = await kept(
      startReceiver((response, { body, headers }) => {
        verifyWebhook({ body, headers, secret }).then(
          () => response.end('{}'),
          () => response.writeHead(401).end(),
        );
      }),
    );
    const created = await webhookTo(admin, receiver, { enabled: false, headers: { 'x-custom': 'one' } });
    secret = created.secret;
    const { status, body } = await admin('POST', `/webhooks/${created.webhookId}/checkup`);
    expect([status, body]).toEqual([200, { results: expect.any(Array) }]);
    expect(body).toMatchObject({
      results: [
        { question: 'accepts_valid', verdict: 'passed', class: 'delivered', statusCode: 200 },
        { question: 'refuses_wrong_signature', verdict: 'passed', class: 'http_4xx', statusCode: 401 },
        { question: 'refuses_old_timestamp', verdict: 'passed', statusCode: 401 },
        { question: 'accepts_repetition', verdict: 'passed' },
        { question: 'accepts_other_order', verdict: 'passed' },
        { question: 'accepts_rotation', verdict: 'passed' },
        { question: 'accepts_legacy', verdict: 'skipped' },
        { question: 'accepts_large', verdict: 'passed' },
        { question: 'is_quick' },
      ],
    });
    expect(receiver.requests.map(({ headers }) => headers['x-custom'])).toEqual(Array(7).fill('one'));
    expect(await wholeLog(admin, created.webhookId)).toEqual([]);
  });

  test('of a receiver that does not exist says so, asks nothing else, and counts as eight test events', async () => {
    const { admin, networkId } = await newRoom();
    await setQuota(connection(), networkId, 'testEvents', 8);
    const receiver = await startReceiver();
    await receiver.stop();
    const { webhookId } = await webhookTo(admin, receiver);
    const { body } = await admin('POST', `/webhooks/${webhookId}/checkup`);
    expect(body).toMatchObject({
      results: [{ verdict: 'failed', class: 'connection_refused' }, ...Array(8).fill({ verdict: 'skipped' })],
    });
    expect((await admin('POST', `/webhooks/${webhookId}/checkup`)).status).toBe(429);
    await eventually(async () => expect((await admin('POST', `/webhooks/${webhookId}/test`)).status).toBe(429));
  });
});

describe('ctl checkup', () => {
  test('prints what to do, and fails where a receiver accepts forged requests', async () => {
    const { admin, networkId } = await newRoom();
    const { webhookId } = await webhookTo(admin, await kept(startReceiver()));
    const run = await ctlHere([
      'checkup',
      webhookId,
      '--network',
      networkId,
      '--data',
      process.env[cloudVariables.data] ?? '',
    ]);
    expect(run.stdout).toMatch(
      /^ok {7}A valid request was accepted\.\nFAILED {3}A forged request was accepted\.\n {9}Verify/,
    );
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('1 of 9 questions failed.')]);
  });
});
