/** What the audit trail and the catalogue work out. */
import { describe, expect, test } from '@jest/globals';
import { AuditAction } from '../../contract/audit.ts';
import { actionText, changeText } from '../../panel/audit/entry-texts.ts';
import { groupEventTypes } from '../../panel/event-types/catalogue.ts';
import { actorText } from '../../panel/shared/texts.ts';
import { dateTimeText } from '../../panel/shared/time-texts.ts';

test('every action has a text of its own', () => {
  const texts = AuditAction.options.map(actionText);
  expect(new Set(texts).size).toBe(AuditAction.options.length);
});

test.each([
  [{ field: 'description', from: 'Search', to: 'Analytics' }, 'Description: changed from “Search” to “Analytics”'],
  [{ field: 'enabled', from: 'true', to: 'false' }, 'Disabled'],
  [{ field: 'description', from: '', to: 'a\u202eb' }, 'Description: changed from nothing to “a\\u202eb”'],
  [{ field: 'quotas.events', to: '500' }, 'quotas.events: “500”'],
  [{ field: 'url', from: 'https://a.example.com/' }, 'URL: was “https://a.example.com/”'],
  [{ field: 'since', to: '2026-11-21T18:05:09.000Z' }, `From: ${dateTimeText('2026-11-21T18:05:09.000Z')}`],
  [{ field: 'headers' }, 'Custom headers: changed'],
  [
    { field: 'eventBus', to: 'arn:aws:events:eu-west-1:111122223333:event-bus/a' },
    'Event bus: “arn:aws:events:eu-west-1:111122223333:event-bus/a”',
  ],
  [{ field: 'legacySignature', to: 'true' }, 'Legacy request: on'],
  [{ field: 'features.webhooks', from: 'true', to: 'false' }, 'Webhooks: off'],
  [{ field: 'disabledReason', to: 'gone' }, 'Reason: the receiver responded with 410'],
])('the change %j is %s', (change, text) => {
  expect(changeText(change)).toBe(text);
});

test.each([
  [{ kind: 'admin', name: 'ada' }, 'ada'],
  [{ kind: 'operator', name: 'olga' }, 'Operator olga'],
  [{ kind: 'service' }, 'The service'],
] as const)('%j is %s', (actor, text) => {
  expect(actorText(actor)).toBe(text);
});

const eventType = (event: string, description = '', keys: string[] = [], sample = {}, schema = {}) => ({
  event,
  description,
  keys,
  sample,
  schema,
});

const SCHEMA = { $defs: { Channel: { properties: { archivedAt: { type: 'string' } } } } };

describe('the catalogue', () => {
  const all = [
    eventType('channel.didCreate', 'A channel was created.', ['channel'], { channel: [{ ownerId: 'o' }] }, SCHEMA),
    eventType('v3.post.didCreate', 'A post was published.', ['posts']),
    eventType('v3.post.didFlag', 'A post was reported.', ['posts', 'flaggedUserId']),
  ];
  const namesOf = (search: string) =>
    groupEventTypes(all, search).map(({ prefix, eventTypes }) => [prefix, ...eventTypes.map(({ event }) => event)]);

  test('is grouped by what its events are about', () => {
    expect(namesOf('')).toEqual([
      ['channel', 'channel.didCreate'],
      ['v3.post', 'v3.post.didCreate', 'v3.post.didFlag'],
    ]);
  });

  test('is searched by name, description and key, in any case, by every word', () => {
    expect(namesOf('DIDCREATE post')).toEqual([['v3.post', 'v3.post.didCreate']]);
    expect(namesOf('reported')).toEqual([['v3.post', 'v3.post.didFlag']]);
    expect(namesOf('flaggedUserId')).toEqual([['v3.post', 'v3.post.didFlag']]);
    expect(namesOf('ownerId')).toEqual([['channel', 'channel.didCreate']]);
    expect(namesOf('archivedAt')).toEqual([['channel', 'channel.didCreate']]);
    expect(namesOf('nothing of the kind')).toEqual([]);
  });
});
