import { describe, expect, test } from '@jest/globals';
import { afterWrite, configurationWrite } from '../../lambdas/webhooks/configuration-write.ts';
import { webhookOfTests } from '../delivery/webhook-of-tests.ts';

const url = 'https://hooks.example.com/b';
const eventBus = 'arn:aws:events:eu-west-1:123456789012:event-bus/b';
const since = '2026-01-02T00:00:00.000Z';

const befores = [true, false].flatMap((enabled) => [
  webhookOfTests({ enabled, failingSince: since }),
  webhookOfTests({ enabled, failingSince: since, url: undefined, eventBus: `${eventBus}-before` }),
]);
const changes = [undefined, true, false].flatMap((enabled) =>
  [{}, { url }, { eventBus }].map((destination) => ({ ...destination, ...(enabled !== undefined && { enabled }) })),
);

describe.each(befores)('a webhook, enabled: $enabled, url: $url', (before) => {
  test.each(changes)('after %j has one destination, and what is known of the receiver of that one', (change) => {
    const after = afterWrite(before, configurationWrite(before, change));
    const isElsewhere = 'url' in change || 'eventBus' in change;
    expect([after.url, after.eventBus].filter((destination) => destination !== undefined)).toHaveLength(1);
    expect(after).toMatchObject({ enabled: before.enabled, ...change });
    if (after.enabled) expect(after.failingSince).toBe(before.enabled && !isElsewhere ? since : undefined);
  });
});
