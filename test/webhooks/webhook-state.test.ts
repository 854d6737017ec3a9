import { expect, test } from '@jest/globals';
import type { WebhookState } from '../../contract/webhooks.ts';
import { webhookResponse } from '../../lambdas/webhooks/webhook-response.ts';
import { newFlow, type Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../delivery/webhook-of-tests.ts';

const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const open = (minutes: number) => ({ ...newFlow, phase: 'open', openSince: ago(minutes) }) as const;
const down = { ...newFlow, phase: 'down' } as const;

test.each<[string, Partial<Webhook>, WebhookState]>([
  ['that nothing is known of', {}, 'active'],
  ['whose latest attempt failed', { failingSince: ago(0) }, 'struggling'],
  ['that often failed within ten minutes', { strugglingAt: ago(9) }, 'struggling'],
  ['that often failed before', { strugglingAt: ago(11) }, 'active'],
  ['that was found quick since', { strugglingAt: ago(9), flow: open(8) }, 'active'],
  ['that often failed since it was found quick', { strugglingAt: ago(8), flow: open(9) }, 'struggling'],
  ['that is down', { failingSince: ago(1), flow: down }, 'down'],
  ['that is down, of a disabled webhook', { enabled: false, flow: down }, 'disabled'],
])('a receiver %s has the state that admins see', (_, changes, state) => {
  expect(webhookResponse(webhookOfTests(changes)).state).toBe(state);
});
