/**
 * Masks the values of custom headers in responses (docs/spec/webhooks.md#custom-headers): they are often keys, many
 * receivers echo what they got, and viewers read the log.
 */

/** What stands for a masked value. */
const MASK = '[masked]';
/** Shorter values are hardly keys, and would be found by chance. */
const LEAST_LENGTH = 8;
/** The longest parts of a value that are masked by themselves, such as a token behind `Bearer`. */
const MAX_PARTS = 3;

type Headers = Readonly<Record<string, string>>;

/** By headers of a webhook, which every request to it shares while the webhook is cached. */
const found = new WeakMap<Headers, RegExp | undefined>();

/** Finds headers' values and their parts, also in JSON and in a URL. Undefined where there is nothing to find. */
export function secretsIn(headers: Headers): RegExp | undefined {
  if (!found.has(headers)) found.set(headers, patternOf(headers));
  return found.get(headers);
}

function patternOf(headers: Headers): RegExp | undefined {
  const texts = Object.values(headers)
    .flatMap((value) => [value, ...partsOf(value)])
    .filter(({ length }) => length >= LEAST_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  return texts.length === 0 ? undefined : new RegExp([...new Set(texts)].map(inAnySpelling).join('|'), 'gi');
}

/** A pattern of a text of printable ASCII, as it is, in JSON and in a URL: languages differ in what they escape. */
const inAnySpelling = (text: string): string =>
  Array.from(text, (character) => {
    if (/[a-z0-9]/i.test(character)) return character;
    const code = character.charCodeAt(0).toString(16).padStart(2, '0');
    const spellings = [character, `\\${character}`, `\\u00${code}`, `%${code}`, ...(character === ' ' ? ['+'] : [])];
    return `(?:${spellings.map(RegExp.escape).join('|')})`;
  }).join('');

const partsOf = (value: string): readonly string[] =>
  value
    .split(/[\s,;=]+/)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_PARTS);

/** The first `length` characters of a text, masked. The rest of the text is needed to recognize what is cut off. */
export function masked(text: string, secrets: RegExp | undefined, length = text.length): string {
  if (secrets === undefined || text.length < LEAST_LENGTH) return text.slice(0, length);
  let kept = '';
  let from = 0;
  for (const { 0: value, index } of text.matchAll(secrets)) {
    if (index >= length) break;
    kept += text.slice(from, index) + MASK;
    from = index + value.length;
  }
  return kept + text.slice(from, length);
}
