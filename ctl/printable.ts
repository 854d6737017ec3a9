/** Escapes control and format characters, which can manipulate a terminal; except line breaks and emoji joiners. */
export const printable = (text: string): string => text.replaceAll(/(?![\n\u200d])[\p{Cc}\p{Cf}]/gu, escaped);

/** Returns a character's escape in JSON. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
