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

/**
 * Where a JSON text first has more than `levels` of objects and arrays within each other: the names and indexes that lead
 * there, `named` at most. Undefined where it has not.
 */
export function placeBeyond(json: string, levels: number, named: number): readonly (string | number)[] | undefined {
  const open: Opened[] = [];
  // The innermost bracket that has not closed, if it is one of those that are named.
  let part: Opened | undefined;
  let level = 0;
  for (let position = 0; position < json.length; position++) {
    switch (json[position]) {
      case '"':
        if (part?.kind === 'object') part.at = position;
        position = stringEnd(json, position) - 1;
        break;
      case ',':
        if (part?.kind === 'array') part.at++;
        break;
      case '{':
      case '[':
        if (level === levels) return open.map((one) => keyOf(json, one));
        if (level < named) open.push({ kind: json[position] === '{' ? 'object' : 'array', at: 0 });
        part = open[level++];
        break;
      case '}':
      case ']':
        if (level-- <= named) open.pop();
        part = open[level - 1];
    }
  }
  return undefined;
}

/** An object or array that has not ended: where its latest text begins, the name of what follows; or an index. */
interface Opened {
  readonly kind: 'object' | 'array';
  at: number;
}

const keyOf = (json: string, { kind, at }: Opened): string | number =>
  kind === 'array' ? at : String(JSON.parse(json.slice(at, stringEnd(json, at))));
