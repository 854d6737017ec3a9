/**
 * The parts of JSON texts, and how deeply these are nested. The texts are ones that `JSON.parse` has accepted: nothing is
 * checked again, no value is created, and nesting uses no stack.
 */

/** The most levels of objects and arrays in what callers nest as they like, such as the `data` of an event. */
export const MAX_JSON_LEVELS = 64;

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
