/** What a filter says about a sample event, and filters that are made of one. */
import { eventFilter, FilterProblem, filterVerdict } from '../../../contract/event-filter.ts';
import { MAX_FILTER_DEPTH } from '../../../contract/filter-combinations.ts';
import { isJsonObject } from '../../../contract/schema.ts';

/** A sentence, and the icon before it. */
interface Verdict {
  readonly type: 'info' | 'error' | 'success' | 'stopped';
  readonly text: string;
}

/** Checks a filter, and compares a sample with it, naming the members that decide; both are JSON. */
export function verdictOn(filter: string, sample: string): Verdict {
  if (filter.trim() === '')
    return { type: 'info', text: 'Without a filter, every event that is chosen above is sent.' };
  try {
    const { matches, members } = filterVerdict(eventFilter(JSON.parse(filter)), JSON.parse(sample || '{}'));
    const deciding = members.join(', ');
    return matches
      ? { type: 'success', text: `The sample matches: ${deciding}.` }
      : { type: 'stopped', text: `The sample is left out, because of ${deciding}.` };
  } catch (error) {
    return { type: 'error', text: problemOf(error) };
  }
}

/** What is wrong with a filter; undefined for a valid one, and for none. */
export function filterProblem(filter: string): string | undefined {
  const { type, text } = verdictOn(filter, '');
  return type === 'error' ? text : undefined;
}

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
  const found = usual.flatMap((name) => placeOf(event, name) ?? []);
  return found.slice(0, MOST).map(({ path, value }) => ({
    path: path.join('.'),
    filter: path.reduceRight<object>((inner, name) => ({ [name]: inner }), [value]),
  }));
}

interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The first member of that name with a text, as deep as a filter may name it. Nesting uses no stack. */
function placeOf(event: unknown, name: string): Place | undefined {
  const rest: Place[] = [{ path: [], value: event }];
  for (let place = rest.pop(); place !== undefined; place = rest.pop()) {
    if (typeof place.value === 'string') return place;
    // The first is the last, which is looked at next.
    for (const inner of placesIn(place, name).toReversed()) rest.push(inner);
  }
  return undefined;
}

/** What is within a value: elements of lists and members of objects, but of texts only those that have the name. */
function placesIn({ path, value }: Place, name: string): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap((inner: unknown) => (isText(inner) ? [] : [{ path, value: inner }]));
  if (!isJsonObject(value) || path.length === MAX_FILTER_DEPTH) return [];
  return Object.entries(value).flatMap(([own, inner]) =>
    isText(inner) && own !== name ? [] : [{ path: [...path, own], value: inner }],
  );
}

const isText = (value: unknown): boolean => typeof value === 'string';
