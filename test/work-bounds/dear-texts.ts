/** Texts that are dear to parse, compare or print, each of at most so many bytes of UTF-8; those of JSON are values. */

/** So many copies of a text, with a separator, as fit. */
export const filled = (size: number, part: string, separator = ''): string =>
  Array(Math.max(1, Math.floor((size + separator.length) / (part.length + separator.length))))
    .fill(part)
    .join(separator);

/** So many different parts, with a comma, as fit. */
function numbered(size: number, part: (n: string) => string): string {
  const parts: string[] = [];
  for (let [n, length] = [0, 0]; length < size; n++) {
    const next = part(n.toString(36));
    length += next.length + 1;
    if (length <= size) parts.push(next);
  }
  return parts.join(',');
}

const list = (size: number, part: string): string => `[${filled(size - 2, part, ',')}]`;
/** Nested so deep; an object in an object takes six characters. */
const nested = (depth: number, begin: string, end: string): string => `${begin.repeat(depth)}0${end.repeat(depth)}`;

/** Values of JSON. */
export const jsonShapes = {
  numbers: (size: number) => list(size, '0'),
  texts: (size: number) => list(size, '""'),
  objects: (size: number) => list(size, '{}'),
  'objects with a member': (size: number) => list(size, '{"a":0}'),
  'objects with different members': (size: number) => `[${numbered(size - 2, (n) => `{"${n}":0}`)}]`,
  members: (size: number) => `{${numbered(size - 2, (n) => `"${n}":0`)}}`,
  'members with objects': (size: number) => `{${numbered(size - 2, (n) => `"${n}":{}`)}}`,
  'nested lists': (size: number) => nested(Math.floor((size - 1) / 2), '[', ']'),
  'nested objects': (size: number) => nested(Math.floor((size - 1) / 6), '{"a":', '}'),
  'a long text': (size: number) => `"${filled(size - 2, 'a')}"`,
  'different texts': (size: number) => `[${numbered(size - 2, (n) => `"${n}"`)}]`,
  'members with texts': (size: number) => `{${numbered(size - 2, (n) => `"${n}":"a"`)}}`,
  'a text of emoji': (size: number) => `"${filled((size - 2) / 2, '😀')}"`,
  'a text of escapes': (size: number) => `"${filled(size - 2, '\\u202e')}"`,
  'a text of backslashes': (size: number) => `"${filled(size - 2, '\\\\')}"`,
  'a long number': (size: number) => filled(size, '9'),
  spaces: (size: number) => `${filled(size - 1, ' ')}0`,
} as const satisfies Readonly<Record<string, (size: number) => string>>;

/** Those that a place gets which takes a text or a number. */
export const simpleJsonShapes = {
  'a long text': jsonShapes['a long text'],
  'a text of emoji': jsonShapes['a text of emoji'],
  'a text of escapes': jsonShapes['a text of escapes'],
  'a long number': jsonShapes['a long number'],
} as const;

/** Plain texts. */
export const textShapes = {
  letters: (size: number) => filled(size, 'a'),
  spaces: (size: number) => filled(size, ' '),
  'line feeds': (size: number) => filled(size, '\n'),
  'carriage returns': (size: number) => filled(size, '\r'),
  backslashes: (size: number) => filled(size, '\\'),
  quotes: (size: number) => filled(size, '"'),
  commas: (size: number) => filled(size, ','),
  'control characters': (size: number) => filled(size, '\u0001'),
  'marks of direction': (size: number) => filled(size / 3, '\u202e'),
  emoji: (size: number) => filled(size / 2, '😀'),
  'lone surrogates': (size: number) => filled(size / 3, '\ud83d'),
  slashes: (size: number) => filled(size, '/'),
  'spaces before a letter': (size: number) => `${filled(size - 1, ' ')}a`,
} as const satisfies Readonly<Record<string, (size: number) => string>>;
