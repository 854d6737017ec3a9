import { expect, test } from '@jest/globals';
import { hasValue } from '../../lambdas/events/value-search.ts';
import fc from '../support/fast-check.ts';

test.each([
  ['{"data":{"userId":"ada"}}', true],
  ['{"data":{"userIds":["grace","ada"]}}', true],
  ['{"data":{"ada":1}}', false],
  ['{"data":{"userId":"adam"}}', false],
  ['{"data":{"userId":"\\u0061da"}}', true],
  ['{"data":{"a":"\\"ada\\""}}', false],
])('in %s the value ada is found: %s', (json, isFound) => {
  expect(hasValue(json, 'ada')).toBe(isFound);
});

const text = fc.oneof(fc.constantFrom('ada', ',', '"', '\\', 'é', '😀', '\u2028', ''), fc.string({ maxLength: 2 }));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));
/** JSON with escapes where none are needed. */
const escaped = (json: string): string =>
  json.replaceAll(/[a-zé](?=[^"]*")/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

test('a text is found if it is a value, however it is written', () => {
  const values = (json: unknown): readonly unknown[] =>
    typeof json === 'object' && json !== null ? Object.values(json).flatMap(values) : [json];
  fc.assert(
    fc.property(value, text, (json, wanted) => {
      const isThere = values(json).includes(wanted);
      expect(hasValue(JSON.stringify(json), wanted)).toBe(isThere);
      expect(hasValue(JSON.stringify(json, null, 1), wanted)).toBe(isThere);
      const [list] = [JSON.stringify(values(json).filter((one) => typeof one === 'string'))];
      expect(hasValue(escaped(list), wanted)).toBe(isThere);
    }),
  );
});

test('a text that is nested more deeply than a stack bears is searched', () => {
  const depth = 100_000;
  expect(hasValue(`${'['.repeat(depth)}"ada"${']'.repeat(depth)}`, 'ada')).toBe(true);
  expect(hasValue(`${'['.repeat(depth)}"\\u0061d"${']'.repeat(depth)}`, 'ada')).toBe(false);
});
