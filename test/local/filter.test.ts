import { describe, expect, test } from '@jest/globals';
import { compileFilter } from '../../local/event-sources/mapping.ts';
import type { Json } from '../../local/template/json.ts';

const record: Json = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { event: { S: 'v3.post.didAddReaction' }, count: { N: 5 } } },
};
const image = (rule: object): string => JSON.stringify({ dynamodb: { NewImage: rule } });

describe('filters of event source mappings', () => {
  test.each([
    [JSON.stringify({ eventName: ['INSERT', 'MODIFY'] }), true],
    [JSON.stringify({ eventName: ['REMOVE'] }), false],
    [image({ event: { S: ['v3.comment.didReply', 'v3.post.didAddReaction'] } }), true],
    [image({ event: { S: ['v3.post'] } }), false],
    [JSON.stringify({ eventName: ['INSERT'], dynamodb: { NewImage: { event: { S: ['other'] } } } }), false],
    [image({ missing: { S: ['x'] } }), false],
    [image({ event: { S: { deeper: ['x'] } } }), false],
    [image({ count: { N: ['5'] } }), false],
    [JSON.stringify({ constructor: { name: ['Object'] } }), false],
  ])('%s passes the record: %s', (pattern, passes) => {
    expect(compileFilter(pattern)(record)).toBe(passes);
  });

  test.each(['{"a":[{"prefix":"x"}]}', '{"a":[1]}', '{"a":[null]}', '{"a":"text"}', '{"a":[]}', '[]', '"text"'])(
    'refuse %s',
    (pattern) => {
      expect(() => compileFilter(pattern)).toThrow('the local cloud does not know the filter rule');
    },
  );
});
