/**
 * The pages before the current one. The API only pages forward, so the way back is stored in the browser's history entry. A
 * URL from elsewhere has no such entry; from there, the previous page is the first one.
 */
import * as v from 'valibot';

/** Where each page starts, except the first, up to the current one. */
export type PageStarts = readonly string[];

/** Far more than anyone pages through; it bounds the size of a history entry. */
const MAX_PAGES = 1000;

const HistoryState = v.object({ pageStarts: v.pipe(v.array(v.string()), v.maxLength(MAX_PAGES)) });

/** The pages up to the one that begins at `start`, from the state of the history entry. */
export function pageStartsOf(start: string | null, historyState: unknown): PageStarts {
  if (start === null) return [];
  const parsed = v.safeParse(HistoryState, historyState);
  return parsed.success && parsed.output.pageStarts.at(-1) === start ? parsed.output.pageStarts : [start];
}

/** The pages up to page `page` (from 1): an earlier one, or the next one, which begins at `next`. */
export const pageStartsTo = (page: number, pageStarts: PageStarts, next: string | undefined): PageStarts =>
  page > pageStarts.length + 1 && next !== undefined
    ? [...pageStarts, next].slice(-MAX_PAGES)
    : pageStarts.slice(0, page - 1);
