/**
 * The exact text of posted events.
 *
 * A receiver gets an event's `data` byte for byte as it was posted: member order, `1.0`, `1e3` and escapes included.
 * Parsing and serializing would lose them, so the text is cut out instead (docs/spec/delivery.md#request-body).
 */

/** The text of one posted event. */
export interface EventSourceText {
  /** UTF-8 bytes of the event as it was posted. */
  readonly bytes: number;
  /** What a receiver gets: `{"event":…,"data":…}`. */
  readonly body: string;
}

/** Cuts the events out of a request body that was checked to be `{"events":[{"event":…,"data":…}]}`. */
export function eventSourceTexts(json: string): readonly EventSourceText[] {
  const text = ({ start, end }: Span) => json.slice(start, end);
  const events = member(memberSpans(json, 0), 'events');
  return elementSpans(json, events.start).map((element) => {
    const members = memberSpans(json, element.start);
    const body = `{"event":${text(member(members, 'event'))},"data":${text(member(members, 'data'))}}`;
    return { bytes: Buffer.byteLength(text(element)), body };
  });
}

function member(members: ReadonlyMap<string, Span>, name: string): Span {
  const span = members.get(name);
  if (span === undefined) throw new Error(`The member ${name} was there when the text was checked.`);
  return span;
}

// The positions of the parts of a JSON text that `JSON.parse` has accepted: nothing is checked again, no value is
// created, and nesting uses no stack.

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
