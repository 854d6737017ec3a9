/**
 * The client's generated modules, in plain TypeScript: types of requests and responses, and operations. They import
 * nothing of the contract, so the client's package needs none of it.
 */
import { Feature } from '../contract/access.ts';
import { namedSchemas } from '../contract/documentation.ts';
import { meaningOf, responseComponents } from '../contract/json-schemas.ts';
import type { RouteDefinition, Schema } from '../contract/route.ts';
import { documentationOf, routes } from '../contract/routes.ts';
import { definitionOf, fieldsOf, type Names, typeOf } from './schema-types.ts';

/** Receivers have modules of their own (client/webhooks/), since these routes need no token; some take one as well. */
const definitions = Object.values<RouteDefinition>(routes).filter(
  ({ role, alsoFor }) => role !== 'receiver' || alsoFor !== undefined,
);

const inResponses = new Set(Object.keys(responseComponents()));

/** Callers can import these types: the named schemas of responses, and the features, which are a setting. */
const named = new Map<string, Schema>([
  ...[...namedSchemas].filter(([name]) => inResponses.has(name)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ['Feature', Feature],
]);
const names: Names = new Map(Array.from(named, ([name, schema]) => [schema, name]));

/** The types. `client/test/contract.types.ts` compares its types with the contract's. */
export function clientTypes(): string {
  return [
    '/** Types of requests and responses. Generated from `contract/` by `npm run generate`. */',
    '',
    ...Array.from(named, ([name, schema]) => [...namedType(name, schema), '']).flat(),
    '/** The request and the response of each operation, by its `operationId`. */',
    'export interface Operations {',
    ...definitions.flatMap(operation),
    '}',
    '',
  ].join('\n');
}

function namedType(name: string, schema: Schema): string[] {
  const meaning = meaningOf(schema);
  return [
    ...(meaning === '' ? [] : [`/** ${meaning} */`]),
    // An interface would not fit where any object is accepted, such as a pagination token.
    `export type ${name} = ${definitionOf(schema, { names, isInput: false })};`,
  ];
}

function operation(definition: RouteDefinition): string[] {
  const { operationId, response } = definition;
  const { summary, description } = documentationOf(definition);
  return [
    `  /** ${summary}. ${description} */`,
    `  readonly ${operationId}: {`,
    `    readonly request: ${request(definition)};`,
    `    readonly response: ${typeOf(response.body, { names, isInput: false })};`,
    '  };',
  ];
}

function request({ parameters, query, body }: RouteDefinition): string {
  const members = Object.entries({ parameters, query, body: body?.schema }).flatMap(([name, schema]) => {
    if (schema === undefined) return [];
    const type = typeOf(schema, { names, isInput: true, isQuery: name === 'query' });
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

function operationTraits({ operationId, method, path, role, body, idempotent }: RouteDefinition): string {
  const traits = [
    ...(body !== undefined ? ['body: true'] : []),
    ...(role === 'anyone' ? ['open: true'] : []),
    ...(idempotent ? ['idempotent: true'] : []),
  ];
  return `{ ${[`operationId: '${operationId}'`, `method: '${method}'`, `path: '${path}'`, ...traits].join(', ')} }`;
}
