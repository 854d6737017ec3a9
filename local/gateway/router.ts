/**
 * Which route serves a request. As in HTTP APIs, literal segments have precedence over `{name}`, and `$default`, where
 * the API has it, serves the rest, `OPTIONS` included
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html). Paths are matched as
 * they were sent; parameters are decoded.
 */
import { StartProblem } from '../template/problem.ts';

/** A route that serves a request, and the values of its path parameters. */
export interface RouteMatch<TRoute> {
  readonly route: TRoute;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Undefined where no route matches. */
export type Router<TRoute> = (method: string, path: string) => RouteMatch<TRoute> | undefined;

const DEFAULT_ROUTE = '$default';

interface Pattern<TRoute> {
  readonly route: TRoute;
  readonly method: string;
  readonly segments: readonly Segment[];
}

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string };

/** A router over `routes`. Throws a `StartProblem` for a route key that can't be read or occurs twice. */
export function createRouter<TRoute extends { readonly routeKey: string }>(routes: readonly TRoute[]): Router<TRoute> {
  const byKey = new Map(routes.map((route) => [route.routeKey, route]));
  const fallback = byKey.get(DEFAULT_ROUTE);
  if (byKey.size < routes.length) throw new StartProblem('The HTTP API has a route twice.');
  const patterns = routes
    .filter((route) => route !== fallback)
    .map((route) => patternOf(route))
    .sort(byPrecedence);
  return (method, path) => {
    const segments = path.split('/').slice(1);
    for (const pattern of patterns) {
      const parameters = pattern.method === method ? match(pattern.segments, segments) : undefined;
      if (parameters !== undefined) return { route: pattern.route, parameters };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

function patternOf<TRoute extends { readonly routeKey: string }>(route: TRoute): Pattern<TRoute> {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) ((?:\/(?:[^/{}]+|\{\w+\}))+)$/.exec(route.routeKey) ?? [];
  if (method === undefined || path === undefined) {
    throw new StartProblem(`The local cloud can't serve the route ${route.routeKey}.`);
  }
  const segments = path
    .split('/')
    .slice(1)
    .map((text): Segment => {
      const [, name] = /^\{(\w+)\}$/.exec(text) ?? [];
      return name === undefined ? { kind: 'literal', text } : { kind: 'parameter', name };
    });
  return { route, method, segments };
}

/** At the first segment in which two patterns differ, the literal one is first. */
function byPrecedence(one: Pattern<unknown>, other: Pattern<unknown>): number {
  const ranks = ({ segments }: Pattern<unknown>): string => segments.map(({ kind }) => kind).join('/');
  return ranks(one).localeCompare(ranks(other));
}

function match(pattern: readonly Segment[], path: readonly string[]): Record<string, string> | undefined {
  if (path.length !== pattern.length) return undefined;
  const parameters: [string, string][] = [];
  for (const [index, segment] of pattern.entries()) {
    const text = path[index] ?? '';
    if (segment.kind === 'literal' ? segment.text !== text : text === '') return undefined;
    if (segment.kind === 'parameter') parameters.push([segment.name, decode(text)]);
  }
  return Object.fromEntries(parameters);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
