import { describe, expect, test } from '@jest/globals';
import { compileFilter } from '../../local/event-sources/filter.ts';
import type { Json } from '../../local/template/json.ts';

const record: Json = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { name: { S: 'v3.post.didAddReaction' }, count: { N: 5 }, tags: ['a', 'b'], gone: null } },
};
const image = (rule: object): string => JSON.stringify({ dynamodb: { NewImage: rule } });

describe('filters of event source mappings', () => {
  test.each([
    [JSON.stringify({ eventName: ['INSERT', 'MODIFY'] }), true],
    [JSON.stringify({ eventName: ['REMOVE'] }), false],
    [image({ name: { S: [{ prefix: 'v3.post.' }] } }), true],
    [image({ name: { S: [{ suffix: 'Reaction' }] } }), true],
    [image({ name: { S: [{ 'equals-ignore-case': 'V3.POST.DIDADDREACTION' }] } }), true],
    [image({ name: { S: [{ 'anything-but': ['v3.post.didAddReaction'] }] } }), false],
    [image({ name: { S: [{ 'anything-but': { prefix: 'v5.' } }] } }), true],
    [image({ count: { N: [{ numeric: ['>', 4, '<=', 5] }] } }), true],
    [image({ count: { N: [{ numeric: ['>', 5] }] } }), false],
    [image({ missing: { S: [{ exists: false }] } }), true],
    [image({ missing: { S: [{ exists: true }] } }), false],
    [image({ missing: { S: [{ 'anything-but': 'x' }] } }), false],
    [image({ tags: ['b'] }), true],
    [image({ gone: [null] }), true],
    [JSON.stringify({ $or: [{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }] }), true],
  ])('%s passes the record: %s', (pattern, passes) => {
    expect(compileFilter([pattern])(record)).toBe(passes);
  });

  test('pass what any of several patterns matches, and everything without patterns', () => {
    expect(compileFilter(['{"eventName":["REMOVE"]}', '{"eventName":["INSERT"]}'])(record)).toBe(true);
    expect(compileFilter([])(record)).toBe(true);
  });

  test.each(['{"a":[{"wildcard":"*"}]}', '{"a":"text"}', '{"a":[]}', '{"a":[{"numeric":["~",1]}]}', '[]'])(
    'refuse %s',
    (pattern) => {
      expect(() => compileFilter([pattern])).toThrow(/filter/);
    },
  );
});
