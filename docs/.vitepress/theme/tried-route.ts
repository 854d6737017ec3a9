/** What a "try it" form knows about its route, and the request that it sends. */

export interface TriedRoute {
  readonly method: string;
  /** With parameters in braces, as in the OpenAPI document. */
  readonly path: string;
  readonly needsToken: boolean;
  readonly parameters: readonly TriedParameter[];
  /** JSON to start from; absent if the route takes no body. */
  readonly body?: string | undefined;
}

export interface TriedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** It may be repeated: each line of its field is one value. */
  readonly isList: boolean;
}

/** What the reader has filled in. */
export interface Filled {
  readonly token: string;
  /** By the parameter's name. Empty ones are not sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request to the stage at `apiUrl`. */
export function requestOf(route: TriedRoute, { token, values, body }: Filled, apiUrl: string): Request {
  let path = route.path;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const { name, in: place, isList } of route.parameters) {
    const value = values[name] ?? '';
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'header') headers.set(name, value);
    else for (const each of isList ? value.split('\n').filter(Boolean) : [value]) query.append(name, each);
  }
  if (route.needsToken) headers.set('authorization', `Bearer ${token}`);
  if (route.body !== undefined) headers.set('content-type', 'application/json');
  const url = `${apiUrl.replace(/\/$/, '')}${path}${query.size > 0 ? `?${query}` : ''}`;
  return new Request(url, { method: route.method, headers, ...(route.body !== undefined && { body }) });
}
