/** The lines of a file, one after the other, in bounded memory. */
import { createReadStream } from 'node:fs';

/** A longer line is none of a record. */
export const MAX_LINE_BYTES = 64 * 1024;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Bytes of the file up to the end of this line, its line break included. */
  readonly end: number;
  /** Undefined if the line can't be read. */
  readonly text: string | undefined;
  /** Why the line can't be read. */
  readonly reason?: string;
}

/** Where to begin: after so many bytes, which are so many lines. */
export interface Place {
  readonly bytes: number;
  readonly lines: number;
}

const LINE_FEED = 0x0a;

/** Reads the lines after `place`. A line ends with LF or CRLF; a byte order mark is left out. Rejects with the errors of `fs`. */
export async function* linesOf(path: string, place: Place = { bytes: 0, lines: 0 }): AsyncGenerator<Line> {
  let { bytes: end, lines: number } = place;
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= MAX_LINE_BYTES) parts.push(part);
  };
  const take = (): Line => {
    number += 1;
    const line = { number, end, ...textOf(size > MAX_LINE_BYTES ? undefined : Buffer.concat(parts)) };
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of createReadStream(path, { start: place.bytes })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream without encoding has no text');
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at));
      end += at + 1 - from;
      from = at + 1;
      yield take();
    }
    add(chunk.subarray(from));
    end += chunk.length - from;
  }
  if (size > 0) yield take();
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer | undefined): Pick<Line, 'text' | 'reason'> {
  if (bytes === undefined) return { text: undefined, reason: `is longer than ${MAX_LINE_BYTES} bytes` };
  try {
    return { text: utf8.decode(bytes).replace(/\r$/, '') };
  } catch {
    return { text: undefined, reason: 'is not UTF-8' };
  }
}
