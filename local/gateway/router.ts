/**
 * Which route serves a request, with the precedence of HTTP APIs: literal segments before `{name}` before `{name+}`,
 * a named method before ANY, and `$default` last. Paths match as they were sent; parameters are decoded.
 */

/** A route that serves a request, and what its path parameters hold. */
export interface RouteMatch<TRoute> {
  readonly route: TRoute;
  readonly parameters: Readonly<Record<string, string>>;
}

export type Router<TRoute> = (method: string, path: string) => RouteMatch<TRoute> | undefined;

interface Pattern<TRoute> {
  readonly route: TRoute;
  readonly method: string;
  readonly segments: readonly Segment[];
}

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter' | 'greedy'; readonly name: string };

/** A router over `routes`. Throws where a route key can't be read or occurs twice. */
export function createRouter<TRoute extends { readonly routeKey: string }>(routes: readonly TRoute[]): Router<TRoute> {
  const keys = new Set<string>();
  for (const { routeKey } of routes) {
    if (keys.has(routeKey)) throw new Error(`the route ${routeKey} is defined twice`);
    keys.add(routeKey);
  }
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  const patterns = routes
    .filter((route) => route !== fallback)
    .map((route) => patternOf(route))
    .sort(byPrecedence);
  return (method, path) => {
    const segments = path.split('/').slice(1);
    for (const pattern of patterns) {
      if (pattern.method !== 'ANY' && pattern.method !== method) continue;
      const parameters = match(pattern.segments, segments);
      if (parameters !== undefined) return { route: pattern.route, parameters };
    }
    return fallback === undefined ? undefined : { route: fallback, parameters: {} };
  };
}

function patternOf<TRoute extends { readonly routeKey: string }>(route: TRoute): Pattern<TRoute> {
  const parts = /^([A-Z]+) (\/.*)$/.exec(route.routeKey);
  const [, method, path] = parts ?? [];
  if (method === undefined || path === undefined) throw new Error(`the route key ${route.routeKey} can't be read`);
  const segments = path
    .split('/')
    .slice(1)
    .map((text): Segment => {
      const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(text) ?? [];
      if (name === undefined) return { kind: 'literal', text };
      return { kind: greedy === '+' ? 'greedy' : 'parameter', name };
    });
  return { route, method, segments };
}

const ranks = { literal: 0, parameter: 1, greedy: 2 } as const;

function byPrecedence(one: Pattern<unknown>, other: Pattern<unknown>): number {
  const length = Math.max(one.segments.length, other.segments.length);
  for (let index = 0; index < length; index += 1) {
    const left = one.segments[index];
    const right = other.segments[index];
    const difference = (left === undefined ? 3 : ranks[left.kind]) - (right === undefined ? 3 : ranks[right.kind]);
    if (difference !== 0) return difference;
  }
  return Number(one.method === 'ANY') - Number(other.method === 'ANY');
}

function match(pattern: readonly Segment[], path: readonly string[]): Record<string, string> | undefined {
  const parameters: [string, string][] = [];
  for (const [index, segment] of pattern.entries()) {
    const text = path[index];
    if (text === undefined) return undefined;
    if (segment.kind === 'greedy') {
      parameters.push([segment.name, decode(path.slice(index).join('/'))]);
      return Object.fromEntries(parameters);
    }
    if (segment.kind === 'literal' ? segment.text !== text : text === '') return undefined;
    if (segment.kind === 'parameter') parameters.push([segment.name, decode(text)]);
  }
  return path.length === pattern.length ? Object.fromEntries(parameters) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
