import { describe, expect, test } from '@jest/globals';
import { describeValue, groupEventTypes } from '../../../panel/event-types/catalogue.ts';

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

describe('the value of a key', () => {
  test.each([
    ['ada', 'text'],
    ['2026-03-02T09:15:00.000Z', 'time'],
    [7, 'number'],
    [false, 'true or false'],
    [null, 'null'],
    [['ada', 'grace'], 'list of texts'],
    [[], 'list'],
    [[{ postId: 'p', userId: 'u' }], 'list of objects with postId, userId'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }, 'object with a, b, c, d, e, f, …'],
  ])('%j is described as: %s', (value, description) => {
    expect(describeValue(value)).toBe(description);
  });
});
