/** Secrets of webhooks, as they stand in a receiver's environment. */

const secretOf = (bytes: number, filledWith: number): string =>
  `whsec_${Buffer.alloc(bytes, filledWith).toString('base64')}`;

/** The shortest and the longest secret, with all 64 characters of Base64 between them. */
export const [shortest, longest] = [secretOf(24, 1), `whsec_${Buffer.from(base64Alphabet()).toString('base64')}`];

/** Bytes whose Base64 has each of its characters once, and 16 more. */
function base64Alphabet(): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return Buffer.concat([Buffer.from(alphabet, 'base64'), Buffer.alloc(16, 2)]);
}

/** Values that a receiver must refuse when it starts; an empty key is one that everybody has. */
export const malformedSecrets: readonly (readonly [name: string, value: string])[] = [
  ['nothing', ''],
  ['white space only', ' \r\n'],
  ['the prefix only', 'whsec_'],
  ['something other than Base64', 'whsec_!!!!'],
  ['the prefix before a secret', `whsec_ ${shortest}`],
  ['a good secret and one of three bytes', `${shortest} whsec_AAAA`],
  ['a key of one byte', secretOf(1, 1)],
  ['a key of 23 bytes', secretOf(23, 1)],
  ['a key of 65 bytes', secretOf(65, 1)],
  ['no prefix', shortest.slice('whsec_'.length)],
  ['the prefix in capitals', shortest.toUpperCase()],
  ['the prefix twice', `whsec_${shortest}`],
  ['the last character cut off', shortest.slice(0, -1)],
  ['more after its end', `${shortest}!`],
  ['the Base64 of URLs', longest.replace('+', '-').replace('/', '_')],
  ['bits after its last byte', secretOf(25, 1).replace('AQ==', 'AR==')],
  ['quotes around it', `"${shortest}"`],
  ['a comma between two', `${shortest},${longest}`],
  ['a space of no width before it', `\u200b${shortest}`],
  ['a space that does not break before it', `\u00a0${shortest}`],
];

/** Two secrets with the white space that a file or an editor leaves: it does no harm. */
export const untidySecrets = `\t${shortest} \r\n${longest}\n`;
