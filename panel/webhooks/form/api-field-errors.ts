/** Assigns the API's error messages to the form's fields. */
import type { ApiError } from '../../../client/index.ts';
import { sentence } from '../../shared/sentence.ts';
import type { FieldErrors } from './draft.ts';
import type { HeaderError, HeaderRow } from './header-check.ts';

export interface ApiFieldErrors extends FieldErrors {
  /** Messages that name no field. */
  readonly general: readonly string[];
}

/** Reads a response of 400. Each message is `<field> must …`; after the field there may be an index or a header's name. */
export function apiFieldErrors({ detail, message }: ApiError, headers: readonly HeaderRow[]): ApiFieldErrors {
  const fields = ['url', 'description', 'events', 'headers', ...headers.map(({ name }) => headerField(name))];
  const errors = (detail.length > 0 ? detail : [message]).map((error) => {
    const field = fields.find((name) => error.startsWith(`${name} `));
    if (field !== undefined) return { field, text: sentence(error.slice(field.length + 1)) };
    const pattern = /^events\[\d+\] (.*)$/.exec(error)?.[1];
    return pattern === undefined ? { field, text: sentence(error) } : { field: 'events', text: sentence(pattern) };
  });
  const textsOf = (field: string | undefined): readonly string[] => [
    ...new Set(errors.filter((error) => error.field === field).map(({ text }) => text)),
  ];
  const errorOf = (field: string) => textsOf(field).join(' ') || undefined;
  return {
    url: errorOf('url'),
    description: errorOf('description'),
    events: errorOf('events'),
    headers: errorOf('headers'),
    headerRows: headers.map(({ name }) => headerError(errorOf(headerField(name)))),
    general: textsOf(undefined),
  };
}

const headerField = (name: string): string => `headers.${name}`;

function headerError(error: string | undefined): HeaderError {
  if (error === undefined) return {};
  return error.includes('header value') ? { value: error } : { name: error };
}
