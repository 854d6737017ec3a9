/** Text of strangers, made safe to look at: what can't be seen, or turns the reading direction, is shown as an escape. */

/**
 * Control characters but tab and line feed, format characters that reorder text or have no width, separators that break
 * lines, tag characters, and lone surrogates. The joiners are left alone: emoji and several scripts need them.
 */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;

/** The text with escapes as JSON writes them, such as `\u202e`; within the strings of a JSON text it stays the same JSON. */
export const visibleText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : escaped(character)));

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
