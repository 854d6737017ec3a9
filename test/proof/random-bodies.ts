/** Request bodies: valid ones, and what is made of them. */
import fc from 'fast-check';
import { hostileJson } from './hostile-values.ts';

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
