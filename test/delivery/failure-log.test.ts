import { afterEach, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { WebhookId } from '../../contract/webhooks.ts';
import { failureLog } from '../../lambdas/delivery/worker/measure.ts';
import { webhookOfTests } from './webhook-of-tests.ts';

const log = jest.spyOn(console, 'info').mockReturnValue();
afterEach(() => {
  log.mockReset();
});

test('failed attempts are logged once a batch, by webhook', () => {
  const one = webhookOfTests();
  const other = webhookOfTests({ webhookId: v.parse(WebhookId, `wh_${'b'.repeat(32)}`) });
  const { note, flush } = failureLog();
  for (const webhook of [one, other, one]) note(webhook);
  flush();
  flush();
  expect(log.mock.calls).toEqual([
    [{ name: 'attempts-failed', networkId: 'demo', webhookId: one.webhookId, attempts: 2 }],
    [{ name: 'attempts-failed', networkId: 'demo', webhookId: other.webhookId, attempts: 1 }],
  ]);
});
