/**
 * JSON as text: the positions of its parts, how deeply it is nested, and how people read it. No value is created, so
 * that numbers, escapes and repeated members stay as they were written; and nesting uses no stack, so that a text may be
 * nested as deeply as its size allows.
 */

/** The most levels of objects and arrays in what callers nest as they like, such as the `data` of an event. */
export const MAX_JSON_LEVELS = 64;

// What follows is for texts that `JSON.parse` has accepted: nothing is checked again.

/** A part of a JSON text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The values of the object at or after `at`, by member name. Of a repeated name the last counts, as in JSON.parse. */
export function memberSpans(json: string, at: number): ReadonlyMap<string, Span> {
  const members = new Map<string, Span>();
  let position = skipSpace(json, skipSpace(json, at) + 1);
  while (json[position] === '"') {
    const nameEnd = stringEnd(json, position);
    const name: unknown = JSON.parse(json.slice(position, nameEnd));
    const span = valueSpan(json, skipSpace(json, nameEnd) + 1);
    members.set(String(name), span);
    position = skipSeparator(json, span.end);
  }
  return members;
}

/** The elements of the array that begins at or after `at`. */
export function elementSpans(json: string, at: number): readonly Span[] {
  const elements: Span[] = [];
  let position = skipSpace(json, skipSpace(json, at) + 1);
  while (position < json.length && json[position] !== ']') {
    const span = valueSpan(json, position);
    elements.push(span);
    position = skipSeparator(json, span.end);
  }
  return elements;
}

function valueSpan(json: string, at: number): Span {
  const start = skipSpace(json, at);
  const first = json[start];
  if (first === '"') return { start, end: stringEnd(json, start) };
  if (first === '{' || first === '[') return { start, end: containerEnd(json, start) };
  let end = start;
  // Beyond the text `charAt` is empty, which every text includes.
  while (!',]} \t\n\r'.includes(json.charAt(end))) end++;
  return { start, end };
}

function containerEnd(json: string, start: number): number {
  let depth = 0;
  let position = start;
  do {
    const character = json[position];
    if (character === '"') {
      position = stringEnd(json, position);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    position++;
  } while (depth > 0 && position < json.length);
  return position;
}

function stringEnd(json: string, start: number): number {
  let position = start + 1;
  while (position < json.length && json[position] !== '"') position += json[position] === '\\' ? 2 : 1;
  return position + 1;
}

function skipSpace(json: string, at: number): number {
  let position = at;
  while (position < json.length && ' \t\n\r'.includes(json.charAt(position))) position++;
  return position;
}

const skipSeparator = (json: string, at: number): number => {
  const position = skipSpace(json, at);
  return json[position] === ',' ? skipSpace(json, position + 1) : position;
};

/** The names and indexes that lead to the part at a position: at most `levels`, and none into a repeated member. */
export function pathTo(json: string, position: number, levels: number): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let at = skipSpace(json, 0);
  while (path.length < levels) {
    const parts = json[at] === '[' ? elementSpans(json, at).entries() : memberSpans(json, at);
    const part = [...parts].find(([, { start, end }]) => start <= position && position < end);
    if (part === undefined) break;
    path.push(part[0]);
    at = part[1].start;
  }
  return path;
}

/** The position of the first bracket in a JSON text that is within `levels` others; undefined where there is none. */
export function positionBeyond(json: string, levels: number): number | undefined {
  let level = 0;
  for (let position = 0; position < json.length; position++) {
    const character = json[position];
    if (character === '"') position = stringEnd(json, position) - 1;
    else if (character === '}' || character === ']') level--;
    else if (character === '{' || character === '[') {
      if (level === levels) return position;
      level++;
    }
  }
  return undefined;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const INDENT = 2;
/** Deeper levels are not indented further, so that deeply nested text does not grow out of proportion. */
const MAX_LEVELS_INDENTED = 32;
/** Characters; longer results are of no use. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** The formatted text; undefined if the text is not JSON, or the result would be too long. */
export function prettyJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  const parts: string[] = [];
  let level = 0;
  let length = 0;
  let previous = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) level -= 1;
    const part = `${space(previous, token, level)}${token}`;
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
