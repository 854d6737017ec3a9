/** What a filter says about a sample event, and filters that are made of one. */
import { eventFilter, FilterProblem, filterVerdict } from '../../../contract/event-filter.ts';

/** `problem`: what is wrong; `members`: those that decide. */
export interface FilterCheck {
  readonly kind: 'none' | 'malformed' | 'matches' | 'left_out';
  readonly problem?: string;
  readonly members: readonly string[];
}

/** Checks a filter, and compares a sample with it; both are JSON. */
export function verdictOn(filter: string, sample: string): FilterCheck {
  if (filter.trim() === '') return { kind: 'none', members: [] };
  try {
    const { matches, members } = filterVerdict(eventFilter(JSON.parse(filter)), JSON.parse(sample || '{}'));
    return { kind: matches ? 'matches' : 'left_out', members };
  } catch (error) {
    return { kind: 'malformed', problem: problemOf(error), members: [] };
  }
}

/** What is wrong with a filter; undefined for a valid one, and for none. */
export const filterProblem = (filter: string): string | undefined => verdictOn(filter, '').problem;

function problemOf(error: unknown): string {
  if (error instanceof FilterProblem) return `${error.path.join('.') || 'The filter'} ${error.message}.`;
  if (error instanceof SyntaxError) return 'This is not JSON yet. Names and texts are in double quotes.';
  throw error;
}

const MOST = 4;
/** Names that say what an event is about, the most useful first. */
const usual = ['channelId', 'communityId', 'targetId', 'postId', 'userId', 'actorId'];

/** For each kind of id in a sample, the filter that only matches events with the same. */
export function commonFilters(sample: string): readonly { readonly path: string; readonly filter: object }[] {
  if (sample === '') return [];
  const event: unknown = JSON.parse(sample);
  const found = usual.flatMap((name) => placesOf(event, name).slice(0, 1));
  return found.slice(0, MOST).map(({ path, value }) => ({
    path: path.join('.'),
    filter: path.reduceRight<object>((inner, name) => ({ [name]: inner }), [value]),
  }));
}

/** Where a member of that name has a text, at any depth; lists are passed through. */
function placesOf(
  value: unknown,
  name: string,
): readonly { readonly path: readonly string[]; readonly value: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((element) => placesOf(element, name));
  return Object.entries(value).flatMap(([own, inner]) =>
    own === name && typeof inner === 'string'
      ? [{ path: [own], value: inner }]
      : placesOf(inner, name).map((place) => ({ ...place, path: [own, ...place.path] })),
  );
}
