/** Request bodies and texts that a parser, a check or a table may stumble over, and what is made of valid ones. */
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

type Members = readonly (readonly [name: string, json: string])[];

const objectText = (members: Members): string =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

/** Bodies of a route whose valid body is given. The bytes need not be text. */
export function bodiesLike(valid: Readonly<Record<string, unknown>>): fc.Arbitrary<Buffer> {
  const members = Object.entries(valid).map(([name, value]): readonly [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  const text = objectText(members);
  const bytes = Buffer.from(text);
  const index = fc.nat({ max: Math.max(0, members.length - 1) });
  const replaced = fc
    .tuple(index, hostileJson)
    .map(([at, json]) => objectText(members.map(([name, old], n) => [name, n === at ? json : old])));
  const nestedReplaced = fc.tuple(fc.nat(), hostileJson).map(([at, json]) => withValueReplaced(text, at, json));
  const added = fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'unknown', '\u0000', '\ud800'), hostileJson)
    .map(([name, json]) => objectText([...members, [name, json]]));
  const duplicated = fc.tuple(index, hostileJson).map(([at, json]) => {
    const name = members[at]?.[0] ?? 'x';
    return objectText([...members, [name, json]]);
  });
  const lacking = index.map((at) => objectText(members.filter((_, n) => n !== at)));
  const cut = fc.nat({ max: bytes.length }).map((length) => bytes.subarray(0, length));
  const spoiled = fc
    .tuple(fc.nat({ max: Math.max(0, bytes.length - 1) }), fc.constantFrom(0, 0x80, 0xc3, 0xed, 0xff, 0x0a))
    .map(([at, byte]) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + 1)]));
  const padded = fc.constantFrom(1_000, 16_000, 17_000, 66_000).map((length) => text + ' '.repeat(length));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(bytes) },
    { weight: 5, arbitrary: replaced.map(utf8) },
    { weight: 3, arbitrary: nestedReplaced.map(utf8) },
    { weight: 1, arbitrary: fc.oneof(added, duplicated, lacking, hostileJson, padded).map(utf8) },
    { weight: 1, arbitrary: fc.oneof(cut, spoiled, fc.constantFrom(...encodings(text))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((random) => Buffer.from(random)) },
  );
}

const utf8 = (text: string): Buffer => Buffer.from(text);

/** The text in other encodings, with a byte order mark, and twice. */
const encodings = (text: string): readonly Buffer[] => [
  Buffer.alloc(0),
  Buffer.from(` ${text}\n`),
  Buffer.from(`\ufeff${text}`),
  Buffer.from(text, 'utf16le'),
  Buffer.from(text + text),
  Buffer.from(encodeURIComponent(text)),
  Buffer.from(text).subarray(0, 0),
];

/** The JSON text with one of its strings, numbers or switches replaced, names of members included. */
function withValueReplaced(text: string, at: number, json: string): string {
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null/g)];
  const value = values[at % Math.max(1, values.length)];
  if (value === undefined) return json;
  return text.slice(0, value.index) + json + text.slice(value.index + value[0].length);
}
