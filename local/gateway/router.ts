/**
 * Which route serves a request. As in HTTP APIs, literal segments have precedence over `{name}`, and `$default`, where
 * the API has it, serves the rest, `OPTIONS` included
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html). Paths are matched as
 * they were sent; parameters are decoded.
 */
import { StartProblem } from '../template/problem.ts';

/** A route that serves a request, and the values of its path parameters. */
interface RouteMatch<TRoute> {
  readonly route: TRoute;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Undefined where no route matches. */
export type Router<TRoute> = (method: string, path: string) => RouteMatch<TRoute> | undefined;

const DEFAULT_ROUTE = '$default';

/** A router over `routes`. Throws a `StartProblem` for a route key that can't be read or occurs twice. */
export function createRouter<TRoute extends { readonly routeKey: string }>(routes: readonly TRoute[]): Router<TRoute> {
  const byKey = new Map(routes.map((route) => [route.routeKey, route]));
  const fallback = byKey.get(DEFAULT_ROUTE);
  if (byKey.size < routes.length) throw new StartProblem('The HTTP API has a route twice.');
  const patterns = routes
    .filter((route) => route !== fallback)
    .map((route) => ({ route, ...patternOf(route.routeKey) }))
    .sort((one, other) => one.rank.localeCompare(other.rank));
  return (method, path) => {
    for (const { route, expression } of patterns) {
      const match = expression.exec(`${method} ${path}`);
      if (match !== null) return { route, parameters: decoded(match.groups ?? {}) };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

const ROUTE_KEY = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/([^/{}]+|\{\w+\}))+$/;

/** What the requests of a route are like. At the first segment in which two ranks differ, the literal one is first. */
function patternOf(routeKey: string) {
  if (!ROUTE_KEY.test(routeKey)) throw new StartProblem(`The local cloud can't serve the route ${routeKey}.`);
  const segments = routeKey.split('/').map((text) => ({ text, name: /^\{(\w+)\}$/.exec(text)?.[1] }));
  const source = segments.map(({ text, name }) => (name === undefined ? RegExp.escape(text) : `(?<${name}>[^/]+)`));
  return {
    expression: new RegExp(`^${source.join('/')}$`),
    rank: segments.map(({ name }) => (name === undefined ? 'literal' : 'parameter')).join('/'),
  };
}

function decoded(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, decode(text)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
