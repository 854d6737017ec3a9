/** The lines of a file, in bounded memory, and a digest of those that were read. */
import { createHash } from 'node:crypto';

/** A longer line is none of a record. */
export const MAX_LINE_BYTES = 64 * 1024;

/** A line without its end. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Undefined if it is too long. */
  readonly bytes: Buffer | undefined;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits a file into lines, which end with LF, CRLF or CR, also mixed. What follows the last line end is a line unless
 * it is empty. `lines` rejects with the errors of `chunks`; `digest` is of the lines that it has yielded so far,
 * whatever ended them.
 */
export function readLines(chunks: AsyncIterable<unknown>): {
  readonly lines: AsyncGenerator<Line>;
  readonly digest: () => string;
} {
  const hash = createHash('sha256');
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  return { lines: lines(), digest: () => hash.copy().digest('base64url') };

  function add(part: Buffer): void {
    hash.update(part);
    size += part.length;
    if (size <= MAX_LINE_BYTES) parts.push(part);
  }

  function take(): Line {
    hash.update('\n');
    number += 1;
    const line = { number, bytes: size > MAX_LINE_BYTES ? undefined : Buffer.concat(parts) };
    parts = [];
    size = 0;
    return line;
  }

  async function* lines(): AsyncGenerator<Line> {
    let isAfterReturn = false;
    for await (const chunk of chunks) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream without encoding has no text');
      if (chunk.length === 0) continue;
      let from: number = isAfterReturn && chunk[0] === LINE_FEED ? 1 : 0;
      isAfterReturn = false;
      let [feed, carriage] = [chunk.indexOf(LINE_FEED, from), chunk.indexOf(CARRIAGE_RETURN, from)];
      while (feed >= 0 || carriage >= 0) {
        const isReturn = feed < 0 || (carriage >= 0 && carriage < feed);
        const at = isReturn ? carriage : feed;
        add(chunk.subarray(from, at));
        from = at + 1;
        yield take();
        if (isReturn) {
          isAfterReturn = from === chunk.length;
          if (chunk[from] === LINE_FEED) from += 1;
        }
        if (feed >= 0 && feed < from) feed = chunk.indexOf(LINE_FEED, from);
        if (carriage >= 0 && carriage < from) carriage = chunk.indexOf(CARRIAGE_RETURN, from);
      }
      add(chunk.subarray(from));
    }
    if (size > 0) yield take();
  }
}
