/**
 * Masks the values of custom headers in responses (docs/spec/webhooks.md#custom-headers): they are often keys, many
 * receivers echo what they got, and viewers read the log.
 *
 * Customers write both the values and the response, and a process serves several networks. So this is a search for
 * plain text (Knuth, Morris and Pratt), whose steps are at most the values' characters, and the response's once for
 * each value and each way to read it.
 */

/** What stands for a masked value. */
const MASK = '[masked]';
/** Shorter values are hardly keys, and would be found by chance. */
const LEAST_LENGTH = 8;
/** The longest parts of a value that are masked by themselves, such as a token behind `Bearer`. */
const MAX_PARTS = 3;
/** Bytes in which the shortest recognizable beginning of a value fits, each character as `\u00xx`. */
export const RECOGNIZABLE_BYTES = LEAST_LENGTH * 6;

type Headers = Readonly<Record<string, string>>;
/** Characters in the form that is compared: see `comparable`. */
type Characters = Uint8Array;
/** What is to be masked. */
export type MaskedSecrets = readonly Characters[];

/** By headers of a webhook, which every request to it shares while the webhook is cached. */
const found = new WeakMap<Headers, MaskedSecrets>();

/** Headers' values, and their longest parts. */
export function secretsIn(headers: Headers): MaskedSecrets {
  const known = found.get(headers);
  if (known !== undefined) return known;
  const texts = Object.values(headers).flatMap((value) => [value, ...headerParts(value)]);
  const long = new Set(texts.filter(({ length }) => length >= LEAST_LENGTH));
  const secrets = Array.from(long, (text) => Buffer.from(text.toLowerCase().replaceAll('+', ' '), 'latin1'));
  found.set(headers, secrets);
  return secrets;
}

const headerParts = (value: string): readonly string[] =>
  value
    .split(/[\s,;=]+/)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_PARTS);

const [UPPER_A, UPPER_Z, TO_LOWER, PLUS, SPACE, NO_ASCII] = [0x41, 0x5a, 0x20, 0x2b, 0x20, 0x80];

/** The code of a character without case, and of a `+` as that of a space, which it is in a form. */
function comparable(code: number): number {
  if (code >= UPPER_A && code <= UPPER_Z) return code + TO_LOWER;
  if (code === PLUS) return SPACE;
  return Math.min(code, NO_ASCII);
}

/** One way to read a text: its characters without escapes, and where in the text each begins and the last one ends. */
interface Reading {
  readonly characters: Characters;
  readonly begins: Uint16Array;
}

/**
 * Escapes of ASCII characters, or what may begin one at the end of the text. Languages differ in what they escape. Both
 * patterns together need names of their own for their groups, since the local cloud also runs on Node 22.
 */
const inJson = /\\u00(?<json>[0-7][\da-f])|\\(?<itself>[^a-z\d])|\\(?:u(?:0(?:0[0-7]?)?)?)?$/gi;
const inUrl = /%(?<url>[0-7][\da-f])|%[0-7]?$/gi;
const inBoth = new RegExp(`${inJson.source}|${inUrl.source}`, 'gi');
const inNeither = /(?!)/g;

/** The text as it is, as JSON, as a URL, and as JSON with URLs. */
const readingsOf = (text: string): readonly Reading[] =>
  (/[\\%]/.test(text) ? [inNeither, inJson, inUrl, inBoth] : [inNeither]).map((escapes) => read(text, escapes));

function read(text: string, escapes: RegExp): Reading {
  const characters = new Uint8Array(text.length);
  const begins = new Uint16Array(text.length + 1);
  let [count, at, end] = [0, 0, text.length];
  const take = (code: number): void => {
    characters[count] = comparable(code);
    begins[count++] = at;
  };
  for (const { 0: spelled, index, groups } of text.matchAll(escapes)) {
    for (; at < index; at++) take(text.charCodeAt(at));
    const code = groups?.['json'] ?? groups?.['url'];
    if (groups?.['itself'] !== undefined) take(groups['itself'].charCodeAt(0));
    else if (code !== undefined) take(Number.parseInt(code, 16));
    else end = index;
    at += spelled.length;
  }
  for (; at < end; at++) take(text.charCodeAt(at));
  begins[count] = end;
  return { characters: characters.subarray(0, count), begins };
}

/**
 * The first `length` characters of a text, masked. What follows them, and is at least RECOGNIZABLE_BYTES if the text
 * was cut there, is needed to recognize a value that begins within them. A text that ends with the beginning of a value
 * has that masked, too.
 */
export function masked(text: string, secrets: MaskedSecrets, length = text.length): string {
  if (secrets.length === 0 || text.length < LEAST_LENGTH) return text.slice(0, length);
  const ends = new Uint16Array(text.length);
  const readings = readingsOf(text);
  for (const secret of secrets) {
    const borders = bordersOf(secret);
    for (const reading of readings) find(secret, borders, reading, ends);
  }
  let kept = '';
  let from = 0;
  for (const [index, end] of ends.subarray(0, length).entries()) {
    if (end > 0 && index >= from) kept += text.slice(from, index) + MASK;
    from = Math.max(from, end);
  }
  return kept + text.slice(from, length);
}

/** For each number of characters, how long the longest shorter beginning is with which as many of them end. */
function bordersOf(secret: Characters): Uint16Array {
  const borders = new Uint16Array(secret.length + 1);
  let border = 0;
  for (let index = 1; index < secret.length; index++) {
    const character = secret[index];
    while (border > 0 && character !== secret[border]) border = borders[border] ?? 0;
    if (character === secret[border]) border++;
    borders[index + 1] = border;
  }
  return borders;
}

/** Notes in `ends` where the secret, or its beginning at the end of the text, ends; by where it begins. */
function find(secret: Characters, borders: Uint16Array, { characters, begins }: Reading, ends: Uint16Array): void {
  const { length } = secret;
  let matched = 0;
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index];
    while (matched > 0 && character !== secret[matched]) matched = borders[matched] ?? 0;
    if (character === secret[matched]) matched++;
    if (matched < length) continue;
    note(ends, begins[index + 1 - matched], begins[index + 1]);
    matched = borders[matched] ?? 0;
  }
  if (matched >= LEAST_LENGTH) note(ends, begins[characters.length - matched], ends.length);
}

function note(ends: Uint16Array, begin = 0, end = 0): void {
  ends[begin] = Math.max(ends[begin] ?? 0, end);
}
