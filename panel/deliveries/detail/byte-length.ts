/** The length of a text in UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;
