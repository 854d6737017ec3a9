/**
 * JSON text as people and programs read it, without parsing it into values: numbers, escapes and repeated members stay as
 * they were written, which `JSON.parse` and `JSON.stringify` would change, and nesting uses no stack.
 */

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const INDENT = 2;
/** Deeper levels are not indented further, so that deeply nested text does not grow out of proportion. */
const MAX_LEVELS_INDENTED = 32;
/** Characters; longer results are of no use. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** JSON in one line, without white space between its parts. */
export const compactJson = (text: string): string => Array.from(text.matchAll(TOKEN), ([token]) => token).join('');

/**
 * The formatted text; undefined if the text is not JSON, or the result would be too long. `shown` is how a name, a
 * value, a bracket or a comma is shown.
 */
export function prettyJson(text: string, shown = (token: string): string => token): string | undefined {
  if (!isJson(text)) return undefined;
  const parts: string[] = [];
  let level = 0;
  let length = 0;
  let previous = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) level -= 1;
    const part = `${space(previous, token, level)}${shown(token)}`;
    if (token === '{' || token === '[') level += 1;
    parts.push(part);
    length += part.length;
    if (length > MAX_LENGTH) return undefined;
    previous = token;
  }
  return parts.join('');
}

/** The white space between two tokens. `level` is that of the second. */
function space(previous: string, token: string, level: number): string {
  const opened = previous === '{' || previous === '[';
  const closes = token === '}' || token === ']';
  if (opened && closes) return '';
  if (opened || closes || previous === ',') return `\n${' '.repeat(INDENT * Math.min(level, MAX_LEVELS_INDENTED))}`;
  return previous === ':' ? ' ' : '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
