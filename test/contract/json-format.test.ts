import { describe, expect, test } from '@jest/globals';
import { compactJson, prettyJson } from '../../contract/json-format.ts';
import fc from '../support/fast-check.ts';

describe('formatted JSON', () => {
  test('has each member on a line, and nothing in empty brackets', () => {
    expect(prettyJson('{"a":[],"b":{ },"c":[1,{"d":"e, f: {"}]}')).toBe(
      '{\n  "a": [],\n  "b": {},\n  "c": [\n    1,\n    {\n      "d": "e, f: {"\n    }\n  ]\n}',
    );
  });

  test('keeps what parsing would lose: the form of numbers, escapes, repeated members', () => {
    expect(prettyJson('{"n":1.0,"n":12345678901234567890,"s":"\\u0041\\/"}')).toBe(
      '{\n  "n": 1.0,\n  "n": 12345678901234567890,\n  "s": "\\u0041\\/"\n}',
    );
  });

  test('has the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(prettyJson(text) ?? ''))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('is undefined for text that is not JSON, and for a result that is too long', () => {
    expect(prettyJson('{"a":')).toBeUndefined();
    expect(prettyJson(`${'['.repeat(120_000)}${']'.repeat(120_000)}`)).toBeUndefined();
  });
});

test('JSON in one line has the same parts, however deeply it is nested', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(compactJson(JSON.stringify(value, null, 2))).toBe(JSON.stringify(value));
    }),
  );
  expect(compactJson('{ "n" : 1.0,\n"s": "a : \\n b" }')).toBe('{"n":1.0,"s":"a : \\n b"}');
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(compactJson(deep)).toBe(deep);
});
