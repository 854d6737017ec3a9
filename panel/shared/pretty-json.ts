/**
 * JSON laid out over lines, without parsing it into values: every number, escape and repeated member stays as it was
 * written, which `JSON.parse` and `JSON.stringify` would change.
 */

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const INDENT = 2;
/** Deeper levels are not indented any further: what is nested a thousand times must not grow a thousandfold. */
const MAX_LEVELS_INDENTED = 32;
/** Characters; a result that would be longer is of no use to a reader. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** The text laid out; undefined where it is no JSON, or would become too long. */
export function prettyJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  const parts: string[] = [];
  let level = 0;
  let length = 0;
  let previous = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) level -= 1;
    const part = `${gap(previous, token, level)}${token}`;
    if (token === '{' || token === '[') level += 1;
    parts.push(part);
    length += part.length;
    if (length > MAX_LENGTH) return undefined;
    previous = token;
  }
  return parts.join('');
}

/** What stands between two tokens. `level` is that of the second. */
function gap(previous: string, token: string, level: number): string {
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
