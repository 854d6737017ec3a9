/** The parameters of operations in the OpenAPI document. */
import { type JsonSchema, jsonSchema } from './json-schemas.ts';
import { OnBehalfOf } from './on-behalf-of.ts';
import type { RouteDefinition } from './route.ts';

/** A parameter of the OpenAPI document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly style?: 'form';
  readonly explode?: true;
  readonly schema: JsonSchema;
}

/** The path parameters of a route. */
export function pathParameters({ parameters }: RouteDefinition): readonly Parameter[] {
  const { properties = {} } = parameters === undefined ? {} : jsonSchema(parameters, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: typeof schema === 'object' ? schema : {},
  }));
}

/** The query parameters of a route. */
export function queryParameters({ query, repeatable = [] }: RouteDefinition): readonly Parameter[] {
  const { properties = {}, required = [] } = jsonSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(repeatable.includes(name) && { style: 'form', explode: true }),
    schema: typeof schema === 'object' ? schema : {},
  }));
}

/** The header parameters of a route: those with which a server acts on behalf of a user. */
export function headerParameters({ role }: RouteDefinition): readonly Parameter[] {
  if (role !== 'user') return [];
  const { properties = {} } = jsonSchema(OnBehalfOf, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'header',
    required: false,
    schema: typeof schema === 'object' ? schema : {},
  }));
}
