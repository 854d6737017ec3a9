/** Texts, JSON values and query values that a parser, a check or a table may stumble over. */
import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** JSON texts of one value, some of which JSON.parse refuses. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['1e400', '-1e400', '-0', '0.1', '9007199254740993', '-1', '1e-400', '01', '+1', 'NaN', 'Infinity', '0x10'],
      ...['null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '[{}]', '""', '" "', 'undefined'],
      ...['"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"a\\u0000b"', '"\\u2028"', '"\\ufeff"', '"\\u202e"'],
      ...['"1"', '"1e400"', '"null"', '"{}"', '"[]"', '"__proto__"', '"constructor"', '"toString"', '"\\"', '"\n"'],
      ...['{"__proto__":1}', '{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"a":1}}}'],
      ...['{"length":1}', '{"toString":1}', '{"then":1}', '{"toJSON":1}', '{"a":1,"a":2}', '{"":0}'],
      ...['"%s%n"', '"#{7*7}"', '"../../etc/passwd"', '"\' OR 1=1 --"', '"<script>"', '"a_b"', '"#x"', '":v"'],
      ...['"2020-01-01T00:00:00Z"', '"2020-13-01T00:00:00Z"', '"9999-12-31T23:59:59Z"', '"0000-01-01T00:00:00Z"'],
      ...['"+275760-09-13T00:00:00Z"', '"1969-12-31T23:59:59Z"', '"2020-01-01"', '"2020-02-30T00:00:00Z"'],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(64, 2_000, 7_000).map((depth) => nested(depth, '[', ']')) },
  { weight: 1, arbitrary: fc.constantFrom(64, 1_000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) },
  { weight: 1, arbitrary: fc.constantFrom(128, 129, 2_049, 15_000).map((length) => `"${'x'.repeat(length)}"`) },
  { weight: 1, arbitrary: fc.constantFrom(43, 65, 3_000).map((length) => `"${'€'.repeat(length)}"`) },
  { weight: 1, arbitrary: fc.constantFrom(101, 5_000).map((length) => `[${'1,'.repeat(length)}1]`) },
  { weight: 2, arbitrary: anyText.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
);

/** Values as they are in a query string or in a segment of a path: printable ASCII, escaped or not. */
export const hostileUriText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        ...['', '%', '%%', '%zz', '%2', '%00', 'a%00b', '%ff', '%C3%28', '%ED%A0%80', '%F4%90%80%80', '%c0%af', '%25'],
        ...['0', '-1', '1', '1.5', '1e1', '1e400', '999999999', '9999999999', '00000000001', '0x10', 'NaN', '%D9%A1'],
        ...['null', 'undefined', 'true', '[]', '{}', '__proto__', 'constructor', 'toString', '%5F%5Fproto%5F%5F'],
        ...['..', '.', '%2e%2e', '..%2f..', '%2F', '%5C', ';', ',', '%2C', '+', '%20', '%0a', '%0d%0aa:b', '*', '#'],
        ...["'", '"', '<script>', '#{7*7}', '{webhookId}', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000000Z'],
        ...['%2B275760-09-13T00:00:00.000000Z', '9999-12-31T23:59:59.999999Z', '%E2%80%AE', '%F0%9F%98%80'],
      )
      .map((text) => text.replaceAll('#', '%23')),
  },
  { weight: 1, arbitrary: fc.constantFrom(129, 1_000, 4_000).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text)) },
);
