/** Every computation that runs synchronously on text from outside, with its dearest inputs. */
import { accessRows } from './rows/access.ts';
import { eventRows } from './rows/events.ts';
import { filterRows } from './rows/filters.ts';
import { readingRows } from './rows/reading.ts';
import { requestRows } from './rows/requests.ts';
import { sendingRows } from './rows/sending.ts';
import { toolRows } from './rows/tools.ts';

/** The rows, by what they are about. */
export const tables = {
  access: accessRows,
  events: eventRows,
  filters: filterRows,
  reading: readingRows,
  requests: requestRows,
  sending: sendingRows,
  tools: toolRows,
} as const;

export const table = Object.values(tables).flat();
