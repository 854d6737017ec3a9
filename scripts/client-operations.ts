/** The client's operations as TypeScript, made of the contract's routes. */
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';

/** The whole module. What the client must know of an operation to send it, and nothing that would pull in its schemas. */
export function clientOperations(): string {
  const definitions: readonly RouteDefinition[] = Object.values(routes);
  return [
    '/** The operations of the contract, as the client sends them. Generated from `contract/` by `npm run generate`. */',
    "import type { MakeMethod, Methods } from './operation.ts';",
    '',
    'export const methods = (make: MakeMethod): Methods => ({',
    ...definitions.map((definition) => `  ${definition.operationId}: make(${operation(definition)}),`),
    '});',
    '',
  ].join('\n');
}

function operation({ operationId, method, path, role, body }: RouteDefinition): string {
  const traits = [...(body.maxBytes > 0 ? ['body: true'] : []), ...(role === 'anyone' ? ['open: true'] : [])];
  return `{ ${[`operationId: '${operationId}'`, `method: '${method}'`, `path: '${path}'`, ...traits].join(', ')} }`;
}
