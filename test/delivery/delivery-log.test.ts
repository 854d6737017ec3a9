import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { deliveriesTable } from '../../lambdas/delivery/deliveries-table/deliveries-table.ts';
import { scriptedClient } from '../support/scripted-client.ts';

const Read = v.object({ Limit: v.number() });

test.each([1, 10, 50])('a page with a filter evaluates at most 10,000 deliveries to %i webhooks', async (webhooks) => {
  const { client, inputs } = scriptedClient((input) => ({
    Items: [],
    // There is always more that does not match.
    LastEvaluatedKey: { ...Object(input).ExclusiveStartKey, deliveryId: '01JDEXAMPQ7W3N5Y8T2V4X6Z9A' },
  }));
  const webhookIds = Array.from({ length: webhooks }, (_, n) => `wh_${n}`);
  const { deliveries, start } = await deliveriesTable(client, 'deliveries').log(webhookIds, {
    limit: 20,
    statusCode: 503,
  });
  expect([deliveries, start]).toEqual([[], '01JDEXAMPQ7W3N5Y8T2V4X6Z9A']);
  const evaluated = inputs.map((input) => v.parse(Read, input).Limit).reduce((sum, limit) => sum + limit, 0);
  expect(evaluated).toBeGreaterThan(1_000);
  expect(evaluated).toBeLessThanOrEqual(10_000);
});
