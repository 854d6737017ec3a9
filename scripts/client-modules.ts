/**
 * The client's generated modules, in plain TypeScript: types of requests and responses, and operations. They import
 * nothing of the contract, so the client's package needs none of it.
 */
import { Feature } from '../contract/access.ts';
import { namedSchemas } from '../contract/json-schemas.ts';
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';
import { definitionOf, fieldsOf, type Names, typeOf } from './schema-types.ts';

/** Receivers have a module of their own (client/webhooks/reconcile.ts), since these routes need no token. */
const definitions = Object.values<RouteDefinition>(routes).filter(({ role }) => role !== 'receiver');

/** Callers can import these types. */
const named = { ...namedSchemas, Feature };
const names: Names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));

/** The types. `test/client/contract.types.ts` compares its types with the contract's. */
export function clientTypes(): string {
  return [
    '/** Types of requests and responses. Generated from `contract/` by `npm run generate`. */',
    '',
    ...Object.entries(named).flatMap(([name, schema]) => [namedType(name, schema), '']),
    '/** The request and the response of each operation, by its `operationId`. */',
    'export interface Operations {',
    ...definitions.flatMap(operation),
    '}',
    '',
  ].join('\n');
}

function namedType(name: string, schema: unknown): string {
  // An interface would not fit where any object is accepted, such as a pagination token.
  return `export type ${name} = ${definitionOf(schema, { names, isInput: false, owner: name })};`;
}

function operation(definition: RouteDefinition): string[] {
  const { operationId, summary, description, response } = definition;
  return [
    `  /** ${summary}. ${description} */`,
    `  readonly ${operationId}: {`,
    `    readonly request: ${request(definition)};`,
    `    readonly response: ${typeOf(response.body, { names, isInput: false, owner: operationId })};`,
    '  };',
  ];
}

function request({ operationId, parameters, query, body }: RouteDefinition): string {
  const members = Object.entries({ parameters, query, body: body?.schema }).flatMap(([name, schema]) => {
    if (schema === undefined) return [];
    const type = typeOf(schema, { names, isInput: true, isQuery: name === 'query', owner: operationId });
    const isOptional = fieldsOf(schema).every(({ isRequired }) => !isRequired);
    return isOptional ? [`readonly ${name}?: ${type} | undefined`] : [`readonly ${name}: ${type}`];
  });
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${members.join('; ')} }`;
}

/** What the client needs to send an operation. */
export function clientOperations(): string {
  return [
    '/** The operations of the contract, for the client. Generated from `contract/` by `npm run generate`. */',
    "import type { MakeMethod, Methods } from './operation.ts';",
    '',
    'export const methods = (make: MakeMethod): Methods => ({',
    ...definitions.map((definition) => `  ${definition.operationId}: make(${operationTraits(definition)}),`),
    '});',
    '',
  ].join('\n');
}

function operationTraits({ operationId, method, path, role, body }: RouteDefinition): string {
  const traits = [...(body !== undefined ? ['body: true'] : []), ...(role === 'anyone' ? ['open: true'] : [])];
  return `{ ${[`operationId: '${operationId}'`, `method: '${method}'`, `path: '${path}'`, ...traits].join(', ')} }`;
}
