/**
 * Parses raw query strings (docs/spec/blocking.md#ids-in-the-query-string).
 *
 * The payload of HTTP APIs joins repeated parameters with commas, and an id may contain a comma, so
 * `queryStringParameters` can't be used.
 */
import { badRequest } from './errors.ts';

/** Parameters in the order of the request: name → values. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>;

/** Decodes `a=1&a=2`. Throws 400 where a percent escape is malformed or is not UTF-8. */
export function parseQueryString(raw: string): QueryParameters {
  const parameters = new Map<string, string[]>();
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const separator = part.indexOf('=');
    const name = decode(separator < 0 ? part : part.slice(0, separator));
    const value = separator < 0 ? '' : decode(part.slice(separator + 1));
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badRequest('the query string must be percent-encoded UTF-8; write % as %25');
  }
}
