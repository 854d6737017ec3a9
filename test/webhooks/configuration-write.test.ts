import { describe, expect, test } from '@jest/globals';
import { afterWrite, configurationWrite } from '../../lambdas/webhooks/configuration-write.ts';
import { newFlow } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../delivery/webhook-of-tests.ts';

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
