/** What a filter says about a sample event. */
import { eventFilter, FilterProblem, filterVerdict } from '../../../contract/event-filter.ts';

/** A sentence, and the icon before it. */
interface Verdict {
  readonly type: 'info' | 'error' | 'success' | 'stopped';
  readonly text: string;
}

/** Checks a filter, and compares a sample with it, naming the members that decide; both are JSON. No sample is ''. */
export function verdictOn(filter: string, sample: string): Verdict {
  if (filter.trim() === '')
    return { type: 'info', text: 'Without a filter, every event that is chosen above is sent.' };
  try {
    const checked = eventFilter(JSON.parse(filter));
    if (sample === '') return { type: 'info', text: 'Choose a sample event to see whether the filter matches it.' };
    const { matches, members } = filterVerdict(checked, JSON.parse(sample));
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
