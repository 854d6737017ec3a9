/** Makes untrusted text safe to read: invisible characters, and those that change the text direction, are shown as escapes. */

/**
 * Control characters except tab and line feed, format characters that reorder text or have no width, separators that break
 * lines, tag characters, and lone surrogates. Joiners are left alone: emoji and several scripts need them.
 */
const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;

/** The text with JSON escapes such as `\u202e`. Escaping inside the strings of a JSON text does not change its value. */
export const visibleText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(HIDDEN, (character) => (character === '\n' || character === '\t' ? character : escaped(character)));

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
