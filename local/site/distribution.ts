/** What the distribution does to requests and responses: the template's own viewer function, and the headers of its policy. */
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import type { HeadersPolicyProperties } from '../template/site-types.ts';

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

/** Lower-case names. `Strict-Transport-Security` is left out: it has no meaning without TLS. */
export function headersOf({ ResponseHeadersPolicyConfig }: HeadersPolicyProperties): Readonly<Record<string, string>> {
  const { CustomHeadersConfig: custom, SecurityHeadersConfig: security } = ResponseHeadersPolicyConfig;
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': security.FrameOptions.FrameOption,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
}
