/** Which route of the contract serves a request. */
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';

const definitions: readonly RouteDefinition[] = Object.values(routes);

/** The route that API Gateway chooses: literal segments are compared as they were sent, parameters are not empty. */
export function routeOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): RouteDefinition | undefined {
  const [resource = ''] = path.split('?');
  const segments = resource.split('/');
  return definitions.find((route) => {
    const pattern = route.path.split('/');
    if (route.method !== method || pattern.length !== segments.length) return false;
    return pattern.every((part, n) => (part.startsWith('{') ? segments[n] !== '' : part === segments[n]));
  });
}
