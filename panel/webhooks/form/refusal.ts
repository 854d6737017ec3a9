/** What the service found wrong, put to the fields that its sentences name. */
import type { ApiError } from '../../../client/index.ts';
import type { Problems } from './draft.ts';
import type { HeaderProblem, HeaderRow } from './header-check.ts';

/** Complaints at their fields, and those that name none. */
export interface Refusal extends Problems {
  readonly others: readonly string[];
}

/** Reads an answer of 400: each complaint is `<field> must …`, with an index or a header's name behind the field. */
export function refusalOf({ detail, message }: ApiError, headers: readonly HeaderRow[]): Refusal {
  const fields = ['url', 'description', 'events', 'headers', ...headers.map(({ name }) => headerField(name))];
  const complaints = (detail.length > 0 ? detail : [message]).map((complaint) => {
    const field = fields.find((name) => complaint.startsWith(`${name} `));
    if (field !== undefined) return { field, text: sentence(complaint.slice(field.length + 1)) };
    const pattern = /^events\[\d+\] (.*)$/.exec(complaint)?.[1];
    return pattern === undefined ? { field, text: sentence(complaint) } : { field: 'events', text: sentence(pattern) };
  });
  const at = (field: string | undefined): readonly string[] => [
    ...new Set(complaints.filter((complaint) => complaint.field === field).map(({ text }) => text)),
  ];
  return {
    url: joined(at('url')),
    description: joined(at('description')),
    events: joined(at('events')),
    headers: joined(at('headers')),
    headerRows: headers.map(({ name }) => rowProblem(joined(at(headerField(name))))),
    others: at(undefined),
  };
}

const headerField = (name: string): string => `headers.${name}`;

function rowProblem(complaint: string | undefined): HeaderProblem {
  if (complaint === undefined) return {};
  return complaint.includes('header value') ? { value: complaint } : { name: complaint };
}

const joined = (complaints: readonly string[]): string | undefined =>
  complaints.length === 0 ? undefined : complaints.join(' ');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
