/** The client's types in plain TypeScript, generated from the contract's schemas, so that the client's package needs none. */
import { Feature } from '../contract/access.ts';
import { namedSchemas } from '../contract/named-schemas.ts';
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';
import { fieldsOf, type Names, nodeOf, typeOf } from './schema-types.ts';

/** Callers can import these types. */
const named = { ...namedSchemas, Feature };
const names: Names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));

/** The whole module. `test/client/contract.types.ts` compares its types with the contract's. */
export function clientTypes(): string {
  // Receivers have a module of their own (client/webhooks/reconcile.ts), since these routes need no token.
  const definitions = Object.values<RouteDefinition>(routes).filter(({ role }) => role !== 'receiver');
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
  const text = typeOf(schema, { names: new Map([...names].filter(([one]) => one !== schema)), isInput: false });
  // An interface would not fit where any object is accepted, such as a pagination token.
  return `export type ${name} = ${text};`;
}

function operation(definition: RouteDefinition): string[] {
  const { operationId, summary, description, response } = definition;
  return [
    `  /** ${summary}. ${description} */`,
    `  readonly ${operationId}: {`,
    `    readonly request: ${request(definition)};`,
    `    readonly response: ${typeOf(response.body, { names, isInput: false })};`,
    '  };',
  ];
}

function request({ parameters, query, body }: RouteDefinition): string {
  const members = Object.entries({ parameters, query, body: body.schema }).flatMap(([name, schema]) => {
    if (schema === undefined || nodeOf(schema).type === 'unknown') return [];
    const type = typeOf(schema, { names, isInput: true, isQuery: name === 'query' });
    const isOptional = fieldsOf(schema).every(({ isRequired }) => !isRequired);
    return isOptional ? [`readonly ${name}?: ${type} | undefined`] : [`readonly ${name}: ${type}`];
  });
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${members.join('; ')} }`;
}
