/** Requests against the contract: what passes has the contract's types, what does not is explained field by field. */
import * as v from 'valibot';
import { badRequest } from './errors.ts';

/** Complaints that one answer lists; a longer list helps nobody and costs memory. */
const MAX_DETAILS = 50;

/** Parses `input`. Throws 400 whose message is the first complaint and whose detail holds all of them, if more than one. */
export function parseOrRefuse<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  input: unknown,
): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const complaints = result.issues.slice(0, MAX_DETAILS).map((issue) => complaint(issue.path, issue.message));
  const [first, ...others] = complaints;
  throw badRequest(first ?? 'the request is malformed', others.length === 0 ? [] : complaints);
}

/** `events[3].data.channel must be …`. */
function complaint(path: readonly v.IssuePathItem[] | undefined, message: string): string {
  const field = (path ?? []).reduce((prefix, { key }) => {
    if (typeof key === 'number') return `${prefix}[${key}]`;
    return prefix === '' ? String(key) : `${prefix}.${String(key)}`;
  }, '');
  return field === '' ? message : `${field} ${message}`;
}
