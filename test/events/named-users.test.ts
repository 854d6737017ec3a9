import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { UserId } from '../../contract/ids.ts';
import { namedUsers } from '../../lambdas/events/named-users.ts';

const users = (...ids: readonly string[]) => new Map(ids.map((id) => [id, v.parse(UserId, id)]));

describe('the text of an event', () => {
  test.each([
    ['a member', '{"userId":"alice"}'],
    ['an element, however deep', '{"a":[[{"b":[1,"x","alice"]}]]}'],
    ['a value with white space around it', '{ "a" : \n "alice" \t}'],
    ['an escaped value', String.raw`{"a":"\u0061l\u0069ce"}`],
    ['a member that another one of the same name hides', '{"a":"alice","a":"bob"}'],
    ['a value after a string that ends with escapes', String.raw`{"a":"\\\"\\","b":"alice"}`],
    ['a value that is both a name and a value', '{"alice":"alice"}'],
  ])('names a user as %s', (_, json) => {
    expect(namedUsers(json, users('alice', 'eve'))).toEqual(['alice']);
  });

  test.each([
    ['the name of a member', '{"alice" : 1}'],
    ['a part of a value', '{"a":"alice b","b":"xalice"}'],
    ['a part of a value between escaped quotes', String.raw`{"a":"\"alice\""}`],
    ['a number', '{"a":42}'],
  ])('does not name a user by %s', (_, json) => {
    expect(namedUsers(json, users('alice', '42'))).toEqual([]);
  });

  test('names each user once, with quotes, emoji and backslashes in the id', () => {
    const ids = ['a"b', '🙂', '\\', 'Ω'];
    expect(namedUsers(JSON.stringify([...ids, ...ids]), users(...ids)).toSorted()).toEqual(ids.toSorted());
  });

  test('of 256 KB of escapes is read in one go', () => {
    const json = JSON.stringify({ a: '"'.repeat(128 * 1024), b: 'alice' });
    expect(namedUsers(json, users('alice'))).toEqual(['alice']);
  });
});
