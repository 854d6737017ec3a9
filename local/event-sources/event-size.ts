/** Batches that fit into one event: Lambda ends a batch that has reached its limit of 6 MB, whatever its batch size. */
import { MAX_PAYLOAD_BYTES } from '../functions/outcome.ts';
import type { Json } from '../template/json.ts';

/** The event of a stream or queue, as JSON text. */
export const eventOf = (records: readonly Json[]): string => JSON.stringify({ Records: records });

const EMPTY_EVENT_BYTES = eventOf([]).length;

/**
 * `items` in lists whose events are within the limit
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html, "Batching behavior"). An item that is too
 * large by itself is alone in its list.
 */
export function withinEventLimit<T>(items: readonly T[], recordOf: (item: T) => Json): readonly (readonly T[])[] {
  const lists: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(recordOf(item))) + 1;
    const list = lists.at(-1);
    if (list === undefined || bytes + size > MAX_PAYLOAD_BYTES) {
      lists.push([item]);
      bytes = EMPTY_EVENT_BYTES + size;
    } else {
      list.push(item);
      bytes += size;
    }
  }
  return lists;
}
