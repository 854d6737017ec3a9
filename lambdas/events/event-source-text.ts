/**
 * The exact text of posted events.
 *
 * A receiver gets an event's `data` byte for byte as it was posted: member order, `1.0`, `1e3` and escapes included.
 * Parsing and serializing would lose them, so the text is cut out instead (docs/spec/delivery.md#request-body).
 */

import { elementSpans, memberSpans, type Span } from '../../contract/json-text.ts';

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
