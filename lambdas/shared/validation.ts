/** Checks requests against the contract's schemas; errors name each field that is wrong. */
import * as v from 'valibot';
import { badRequest } from './errors.ts';

/** Errors that one response lists; a longer list helps nobody and costs memory. */
const MAX_DETAILS = 50;

/** Parses `input`. Throws 400 with the first error as message and, if there are more, all of them as detail. */
export function parseOrRefuse<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  input: unknown,
): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const messages = result.issues.slice(0, MAX_DETAILS).map((issue) => fieldMessage(issue.path, issue.message));
  const [first, ...others] = messages;
  throw badRequest(first ?? 'the request is malformed', others.length === 0 ? [] : messages);
}

/** `events[3].data.channel must be …`. */
function fieldMessage(path: readonly v.IssuePathItem[] | undefined, message: string): string {
  const field = (path ?? []).reduce((prefix, { key }) => {
    if (typeof key === 'number') return `${prefix}[${key}]`;
    return prefix === '' ? String(key) : `${prefix}.${String(key)}`;
  }, '');
  return field === '' ? message : `${field} ${message}`;
}
