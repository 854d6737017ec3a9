/**
 * The pages that were gone through: the `start` of each but the first, in order. The API only leads forward, so the way
 * back is remembered beside the address, in the browser's history; an address from elsewhere leads back to the first page.
 */
import * as v from 'valibot';

export type Trail = readonly string[];

/** More than anyone goes through; a history entry is not a place for megabytes. */
const MAX_PAGES = 1000;

const Remembered = v.object({ trail: v.pipe(v.array(v.string()), v.maxLength(MAX_PAGES)) });

/** The trail to the page that begins at `start`, from what the history entry remembers. */
export function trailOf(start: string | null, remembered: unknown): Trail {
  if (start === null) return [];
  const parsed = v.safeParse(Remembered, remembered);
  return parsed.success && parsed.output.trail.at(-1) === start ? parsed.output.trail : [start];
}

/** The trail to a page by its number, from 1 on: an earlier one, or the next, which begins at `next`. */
export const trailTo = (page: number, trail: Trail, next: string | undefined): Trail =>
  page > trail.length + 1 && next !== undefined ? [...trail, next].slice(-MAX_PAGES) : trail.slice(0, page - 1);
