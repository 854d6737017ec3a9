/** The client's operations in TypeScript, generated from the contract's routes. */
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';

/** The whole module. It has only the data that the client needs to send an operation, and imports no schemas. */
export function clientOperations(): string {
  const definitions = Object.values<RouteDefinition>(routes).filter(({ role }) => role !== 'receiver');
  return [
    '/** The operations of the contract, for the client. Generated from `contract/` by `npm run generate`. */',
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
