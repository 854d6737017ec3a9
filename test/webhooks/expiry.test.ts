import { expect, test } from '@jest/globals';
import { Branding } from '../../contract/branding.ts';
import { EXPIRY_ATTRIBUTE } from '../../contract/tables.ts';
import { NoticeAddresses } from '../../lambdas/notices/notice-addresses.ts';
import { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';

test('nothing in the webhooks table expires but requests with an idempotency key', () => {
  for (const { entries } of [Webhook, NoticeAddresses, Branding]) expect(entries).not.toHaveProperty(EXPIRY_ATTRIBUTE);
});
