/** Runs the template's own CloudFront function: the deployed code decides which file a path refers to. */
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';

/** The function's result: the path of a file, or a redirect. */
export type ViewerDecision =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string };

/** The result for a method and path. Throws if the function fails or returns anything else. */
export type ViewerFunction = (method: string, uri: string) => ViewerDecision;

const Redirect = v.object({
  statusCode: v.number(),
  headers: v.object({ location: v.object({ value: v.string() }) }),
});
const Request = v.object({ uri: v.string() });
const Returned = v.pipe(v.string(), v.parseJson(), v.union([Redirect, Request]));

/** The function whose `code` defines `handler(event)`. */
export function viewerFunction(code: string): ViewerFunction {
  const handle: unknown = runInNewContext(`${code}; (event) => JSON.stringify(handler(JSON.parse(event)))`);
  if (typeof handle !== 'function') throw new Error('The CloudFront function defines no handler.');
  return (method, uri) => {
    const context = { eventType: 'viewer-request' };
    const event = { version: '1.0', context, request: { method, uri, querystring: {}, headers: {}, cookies: {} } };
    const returned = v.parse(Returned, handle(JSON.stringify(event)));
    if ('uri' in returned) return { kind: 'file', path: returned.uri };
    return { kind: 'redirect', status: returned.statusCode, location: returned.headers.location.value };
  };
}
