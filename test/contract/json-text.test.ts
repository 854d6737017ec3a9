import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { elementSpans, memberSpans, placeBeyond } from '../../contract/json-text.ts';
import fc from '../support/fast-check.ts';

/** JSON text with spaces anywhere, any escape, and numbers in any spelling. */
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const scalar = fc.oneof(
  fc.constantFrom('1.0', '1e3', '-0', '1E+2', 'true', 'false', 'null', '"\\u0041\\"\\\\"', '"\\/é😀"', '"}]{[,:"'),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
);
const { value: jsonText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc
      .tuple(space, fc.array(tie('value'), { maxLength: 4 }))
      .map(([gap, values]) => `[${gap}${values.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(space, fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), tie('value')), { maxLength: 4 }))
      .map(([gap, members]) => {
        const texts = members.map(([name, value]) => `${JSON.stringify(name)}${gap}:${gap}${value}`);
        return `{${gap}${texts.join(`${gap},${gap}`)}${gap}}`;
      }),
  ),
}));

describe('spans of a JSON text', () => {
  test('each member of an object is the text that parses to its value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), jsonText), space, (object, gap) => {
        const members = Object.entries(object).map(
          ([name, text]) => `${JSON.stringify(name)}${gap}:${gap}${text}${gap}`,
        );
        const json = `${gap}{${gap}${members.join(',')}}${gap}`;
        const spans = memberSpans(json, 0);
        expect([...spans.keys()].sort()).toEqual(Object.keys(JSON.parse(json)).sort());
        for (const [name, text] of Object.entries(object)) {
          const span = spans.get(name);
          expect(json.slice(span?.start, span?.end)).toBe(text);
        }
      }),
    );
  });

  test('each element of an array is the text of that element', () => {
    fc.assert(
      fc.property(fc.array(jsonText), space, (texts, gap) => {
        const json = `${gap}[${gap}${texts.join(`${gap},${gap}`)}${gap}]`;
        expect(elementSpans(json, 0).map(({ start, end }) => json.slice(start, end))).toEqual(texts);
      }),
    );
  });

  test('of a repeated member the last counts, as in JSON.parse', () => {
    const json = '{"a":1,"\\u0061":2}';
    const span = memberSpans(json, 0).get('a');
    expect(json.slice(span?.start, span?.end)).toBe('2');
  });

  test('deep nesting does not exhaust the stack', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(elementSpans(`[${deep}]`, 0)).toEqual([{ start: 1, end: 1 + deep.length }]);
  });
});

/** Searches every beginning of two texts, and prints how many spans each search has found. */
const searches = `
  import { elementSpans, memberSpans } from './contract/json-text.ts';
  const beginnings = (text) => Array.from({ length: text.length }, (_, length) => text.slice(0, length));
  const found = (search) => {
    // A name that is cut off is no JSON.
    try { return search(); } catch (error) { return error instanceof SyntaxError ? 0 : String(error); }
  };
  console.log(JSON.stringify([
    ...beginnings('[ 1 , "b" , {"c" : [ true ] } ]').map((text) => elementSpans(text, 0).length),
    ...beginnings('{ "a" : 1 , "b" : "c" , "d" : {"e" : [ 2 ] } }').map((text) => found(() => memberSpans(text, 0).size)),
  ]));
`;

// In a process of its own, which can be ended: a search without an end would hold up this one for good.
test('a search in a text that is cut off ends', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', searches], {
    timeout: 20_000,
    encoding: 'utf8',
  });
  const counts: unknown = JSON.parse(printed);
  const parsed = v.parse(v.array(v.number()), counts);
  expect(parsed).toHaveLength(77);
  expect(Math.max(...parsed)).toBe(3);
});

/** Levels of objects and arrays within each other, as JSON text with white space between them. */
const nested = fc
  .tuple(fc.array(fc.constantFrom(['[', ']'], ['{"a]":', '}'], ['[ "\\"[" , ', ' ]']), { maxLength: 80 }), space)
  .map(([levels, gap]) => ({
    levels: levels.length,
    text: `${gap}${levels.map(([opening]) => opening).join(gap)}1${levels
      .map(([, closing]) => closing)
      .reverse()
      .join(gap)}`,
  }));

describe('how deeply a text is nested', () => {
  test('is counted in brackets within each other, and not in those of strings', () => {
    fc.assert(
      fc.property(nested, fc.integer({ min: 0, max: 80 }), ({ levels, text }, most) => {
        JSON.parse(text);
        expect(placeBeyond(text, most, 0)).toEqual(levels <= most ? undefined : []);
      }),
    );
  });

  test('does not add up over what is beside each other', () => {
    expect(placeBeyond('[[],[[1]],{"a":{}}]', 3, 3)).toBeUndefined();
    expect(placeBeyond('[[],[[1]],{"a":{}},{"a":{}}]', 2, 3)).toEqual([1, 0]);
  });

  test.each<[path: (string | number)[], levels: number, named: number, json: string]>([
    [['events', 1, 'data'], 4, 3, '{"id": 1, "events": [ {}, {"id":"data:","d\\u0061ta": {"a": [1]}} ]}'],
    [['events'], 4, 1, '{"id": "1", "events": [ {}, {"data": {"a": [1]}} ]}'],
    [[0, 'a', 2], 3, 9, ' [{"b":"a,[","a":[[],"[,",[[]]]}]'.replace('[[],', '[0,')],
    [['a', 'b'], 2, 9, '{"a":{"b":[1],"b":0}}'],
    [['b', 'c'], 2, 2, '{"a":{"x":1},"b":{"c":[]}}'],
  ])('leads to %j beyond %j levels, with at most %j names, in %s', (path, levels, named, json) => {
    JSON.parse(json);
    expect(placeBeyond(json, levels, named)).toEqual(path);
  });
});
