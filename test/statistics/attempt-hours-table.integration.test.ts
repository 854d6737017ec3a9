/** The hours of attempts in DynamoDB: what a repeated write adds. */
import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { connectTo } from '@social-platform-services/ctl/connection';
import { metered } from '../../bench/harness/metered-client.ts';
import { DURATION_BOUNDS } from '../../contract/attempt-counts.ts';
import { periodStarts } from '../../lambdas/statistics/attempt-counts.ts';
import { attemptCountsTable, hourOf } from '../../lambdas/statistics/attempt-hours-table.ts';
import { type Loss, lossyClient } from '../support/clients.ts';
import { cloud, connection } from '../support/service.ts';

const hour = hourOf(new Date().toISOString());
const tableOf = (client: DynamoDBDocumentClient) => attemptCountsTable(client, cloud().outputs['DeliveriesTableName']);
const newWebhook = () => `wh_${randomUUID().replaceAll('-', '')}`;
const one = { hour, counts: { deliveredCount: 1, ms20: 1 } };

/** What is stored of a webhook. */
const storedOf = async (webhookId: string) =>
  (await tableOf(connection().client).latest(webhookId, 1)).map(({ counts }) => counts);

describe('a write of counts', () => {
  test('adds to those that are stored, once for each id', async () => {
    const webhookId = newWebhook();
    const { add } = tableOf(connection().client);
    for (const id of ['a00', 'a01', 'a01', 'b00', 'a01', 'b00', 'b01']) await add(webhookId, one, id);
    expect(await storedOf(webhookId)).toEqual([{ deliveredCount: 4, ms20: 4 }]);
  });

  test.each<Loss>(['request', 'response'])('adds once although its %s is lost', async (loss) => {
    const webhookId = newWebhook();
    const { add } = tableOf(lossyClient(loss));
    await add(webhookId, one, 'a00');
    await add(webhookId, one, 'a01');
    expect(await storedOf(webhookId)).toEqual([{ deliveredCount: 2, ms20: 2 }]);
  });

  test('takes one unit, also where sixteen processes have counted failures of ten types', async () => {
    const webhookId = newWebhook();
    const client = connectTo(cloud()).client;
    const units = metered(client);
    const { add } = tableOf(client);
    const names = ['v3.comment.didRemoveReaction', 'v3.comment.didAddReaction', 'v3.post.didRemoveReaction'];
    const types = Array.from({ length: 10 }, (_, n) => `event:${names[n % names.length]}${n}`);
    const counts = Object.fromEntries(
      [
        ...DURATION_BOUNDS.map((bound) => `ms${bound}`),
        ...periodStarts.flatMap((minute) => [`d${minute}`, `f${minute}`]),
        ...types,
      ].map((name) => [name, 100]),
    );
    for (const digit of '0123456789abcdef') await add(webhookId, { hour, counts }, `${digit}1234567zz`);
    expect(await units(() => add(webhookId, { hour, counts }, 'f1234567zzz'))).toEqual({ read: 0, write: 1 });
  });
});
