import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { MAX_AUDIT_ENTRY_BYTES } from '../../contract/audit.ts';
import { MAX_FILTER_BYTES } from '../../contract/event-filter.ts';
import { MAX_EVENT_PATTERN_LENGTH } from '../../contract/event-names.ts';
import { NetworkId } from '../../contract/ids.ts';
import { MAX_WEBHOOK_URL_LENGTH } from '../../contract/target-policy.ts';
import { MAX_EVENT_PATTERNS, MAX_WEBHOOK_DESCRIPTION_LENGTH } from '../../contract/webhooks.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { differencesOf } from '../../lambdas/webhooks/configuration-write.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { scriptedClient } from '../support/clients.ts';

const webhook = {
  url: 'https://hooks.example.com/',
  events: ['channel.*', 'message.didCreate'],
  filter: '',
  description: '',
  headers: {},
  legacySignature: false,
  enabled: true,
};

describe('the differences of a webhook', () => {
  test('are the fields that have changed, with their values before and after', () => {
    const changed = { ...webhook, events: ['*'], description: 'Search', enabled: false };
    expect(differencesOf(webhook, changed)).toEqual([
      { field: 'events', from: 'channel.*, message.didCreate', to: '*' },
      { field: 'description', from: '', to: 'Search' },
      { field: 'enabled', from: 'true', to: 'false' },
    ]);
    expect(differencesOf(webhook, { ...webhook })).toEqual([]);
  });

  test('at its creation are what it has, and at its deletion what it had', () => {
    const fields = ['url', 'events', 'legacySignature', 'enabled'];
    expect(differencesOf(undefined, webhook).map(({ field }) => field)).toEqual(fields);
    expect(differencesOf(webhook, undefined)).toContainEqual({ field: 'url', from: webhook.url });
    expect(differencesOf(undefined, webhook)).toContainEqual({ field: 'url', to: webhook.url });
  });

  test.each([
    [{}, { 'x-api-key': 'secret-1' }],
    [{ 'x-api-key': 'secret-1' }, { 'x-api-key': 'secret-2' }],
    [{ 'x-api-key': 'secret-2' }, {}],
  ])('never have the values of custom headers', (before, after) => {
    const differences = differencesOf({ ...webhook, headers: before }, { ...webhook, headers: after });
    expect(differences).toEqual([{ field: 'headers' }]);
  });

  test('fit into an entry where each field is as long as it can be', () => {
    const longest = (letter: string) => ({
      url: letter.repeat(MAX_WEBHOOK_URL_LENGTH),
      events: Array.from({ length: MAX_EVENT_PATTERNS }, () => letter.repeat(MAX_EVENT_PATTERN_LENGTH)),
      filter: letter.repeat(MAX_FILTER_BYTES),
      // Three bytes of UTF-8 for each UTF-16 unit are the most.
      description: (letter === 'a' ? '€' : '漢').repeat(MAX_WEBHOOK_DESCRIPTION_LENGTH),
      headers: { [letter]: letter },
      legacySignature: letter === 'a',
      enabled: letter === 'a',
    });
    const { Item } = auditTable(scriptedClient(() => ({})).client, 'audit').put({
      networkId: v.parse(NetworkId, 'n'.repeat(32)),
      webhookId: newWebhookId(),
      at: new Date().toISOString(),
      by: { kind: 'admin', name: 'u'.repeat(128) },
      action: 'webhookUpdated',
      changes: differencesOf(longest('a'), longest('b')),
    });
    expect(Item.changes).toHaveLength(7);
    // JSON's punctuation is larger than DynamoDB's three bytes for a list or a map, and one for a value.
    expect(Buffer.byteLength(JSON.stringify(Item))).toBeLessThanOrEqual(MAX_AUDIT_ENTRY_BYTES);
  });
});
