import { describe, expect, jest, test } from '@jest/globals';
import type { WebhookSecret, WebhookState } from '../../contract/webhooks.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import { afterWrite, configurationWrite } from '../../lambdas/webhooks/configuration-write.ts';
import { webhookResponse } from '../../lambdas/webhooks/webhook-response.ts';
import { currentSecrets, rotated } from '../../lambdas/webhooks/webhook-secrets.ts';
import { type Webhook, webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { scriptedClient } from '../support/clients.ts';
import { webhookOfTests } from '../support/samples.ts';

const noon = new Date('2026-11-21T12:00:00.000Z');
const at = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
const time = (hours: number) => at(hours).toISOString();
const first: WebhookSecret = { secret: 'first', activeFrom: time(-1000) };
const now = { takesEffectInHours: 0, overlapHours: 24 };

describe('a rotation', () => {
  test('makes the new secret sign at once, and the old one beside it for a day', () => {
    expect(rotated([first], 'second', now, noon)).toEqual([
      { secret: 'second', activeFrom: time(0) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(24) },
    ]);
  });

  test('without an overlap ends the old one at once', () => {
    expect(rotated([first], 'second', { takesEffectInHours: 0, overlapHours: 0 }, noon)).toEqual([
      { secret: 'second', activeFrom: time(0) },
    ]);
  });

  test('may take effect later; the overlap begins then', () => {
    expect(rotated([first], 'second', { takesEffectInHours: 168, overlapHours: 168 }, noon)).toEqual([
      { secret: 'second', activeFrom: time(168) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(336) },
    ]);
  });

  test('replaces one that has not taken effect, which then never signs and ends nothing', () => {
    const pending = rotated([first], 'never', { takesEffectInHours: 10, overlapHours: 1 }, noon);
    expect(rotated(pending, 'second', { takesEffectInHours: 48, overlapHours: 24 }, at(5))).toEqual([
      { secret: 'second', activeFrom: time(53) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(77) },
    ]);
  });

  test('does not postpone the expiry of an older secret, but may bring it forward', () => {
    const second = rotated([first], 'second', now, noon);
    expect(rotated(second, 'third', now, at(1))).toEqual([
      { secret: 'third', activeFrom: time(1) },
      { secret: 'second', activeFrom: time(0), expiresAt: time(25) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(24) },
    ]);
    expect(rotated(second, 'third', { takesEffectInHours: 0, overlapHours: 2 }, at(1))).toMatchObject([
      { secret: 'third' },
      { secret: 'second', expiresAt: time(3) },
      { secret: 'first', expiresAt: time(3) },
    ]);
  });

  test('leaves 3 secrets: the oldest is removed early', () => {
    const three = ['second', 'third'].reduce((secrets, secret, i) => rotated(secrets, secret, now, at(i)), [first]);
    expect(rotated(three, 'fourth', now, at(2)).map(({ secret }) => secret)).toEqual(['fourth', 'third', 'second']);
  });

  test('removes expired secrets, to the millisecond', () => {
    const second = rotated([first], 'second', now, noon);
    expect(currentSecrets(second, new Date(at(24).getTime() - 1))).toHaveLength(2);
    expect(currentSecrets(second, at(24)).map(({ secret }) => secret)).toEqual(['second']);
    expect(rotated(second, 'third', now, at(24)).map(({ secret }) => secret)).toEqual(['third', 'second']);
  });
});

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
    expect([after.flow, write.isDue ?? false]).toEqual([isOther ? undefined : newFlow, isOther]);
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
