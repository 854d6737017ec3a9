import { describe, expect, jest, test } from '@jest/globals';
import type { WebhookState } from '../../contract/webhook-states.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import { afterWrite, configurationWrite } from '../../lambdas/webhooks/configuration-write.ts';
import { webhookResponse } from '../../lambdas/webhooks/webhook-response.ts';
import { type Webhook, webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { scriptedClient } from '../support/clients.ts';
import { webhookOfTests } from '../support/samples.ts';

const url = 'https://hooks.example.com/b';
const eventBus = 'arn:aws:events:eu-west-1:123456789012:event-bus/b';
const since = '2026-01-02T00:00:00.000Z';

const befores = [{ enabled: true }, { enabled: false, disabledReason: 'failing' as const }].flatMap((state) => [
  webhookOfTests({ ...state, failingSince: since, flow: newFlow }),
  webhookOfTests({ ...state, failingSince: since, flow: newFlow, url: undefined, eventBus: `${eventBus}-before` }),
]);
const changes = [undefined, true, false].flatMap((enabled) =>
  [{}, { url }, { eventBus }].map((destination) => ({ ...destination, ...(enabled !== undefined && { enabled }) })),
);

describe.each(befores)('a webhook, enabled: $enabled, url: $url', (before) => {
  test.each(changes)('after %j has one destination, and what is known of the receiver of that one', (change) => {
    const write = configurationWrite(before, change);
    const after = afterWrite(before, write);
    const isElsewhere = 'url' in change || 'eventBus' in change;
    expect([after.url, after.eventBus].filter((destination) => destination !== undefined)).toHaveLength(1);
    expect(after).toMatchObject({ enabled: before.enabled, ...change });
    expect(after.disabledReason).toBe(after.enabled ? undefined : (before.disabledReason ?? 'admin'));
    if (after.enabled) expect(after.failingSince).toBe(before.enabled && !isElsewhere ? since : undefined);
    // Whoever sends its backlog stops, and the backlog is looked at again, to be sent or to fail.
    const isOther = isElsewhere || !(change.enabled ?? true) || after.enabled !== before.enabled;
    expect({ flow: after.flow, isDue: write.isDue ?? false }).toEqual({
      flow: isOther ? undefined : newFlow,
      isDue: isOther,
    });
  });
});

const present = Date.now();
const ago = (minutes: number) => new Date(present - minutes * 60_000).toISOString();
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

const webhook = webhookOfTests({ headers: { authorization: 'Bearer of-the-receiver' } });
const { networkId } = webhook;

// An eventually consistent read may miss a deletion of the last second:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test('all webhooks of a network are read, and consistently, so that a deleted one is not called', async () => {
  const LastEvaluatedKey = { networkId, webhookId: webhook.webhookId };
  const pages = [{ Items: [webhook], LastEvaluatedKey }, { Items: [webhook] }];
  const { client, inputs } = scriptedClient(() => pages[inputs.length - 1] ?? {});
  expect(await webhooksTable(client, 'webhooks').list(networkId)).toEqual([webhook, webhook]);
  expect(inputs).toEqual(Array(2).fill(expect.objectContaining({ ConsistentRead: true })));
});

test.each<[string, object]>([
  ['secrets', { secrets: 'whsec_AAAA' }],
  ['secrets.0.activeFrom', { secrets: [{ secret: 'whsec_AAAA', activeFrom: { secret: 'whsec_AAAA' } }] }],
  ['headers', { headers: 'authorization: Bearer of-the-receiver' }],
])('a webhook whose %s is malformed is logged with that field, without its secrets', async (field, malformed) => {
  const log = jest.spyOn(console, 'error').mockReturnValue();
  const { client } = scriptedClient(() => ({ Items: [{ ...webhook, ...malformed }] }));
  expect(await webhooksTable(client, 'webhooks').list(networkId)).toEqual([]);
  expect(log.mock.calls).toEqual([[expect.objectContaining({ webhookId: webhook.webhookId, field })]]);
  expect(JSON.stringify(log.mock.calls)).not.toMatch(/whsec_|of-the-receiver/);
  log.mockRestore();
});
