/** The parameters of operations in the OpenAPI document. */
import { type JsonSchema, jsonSchema } from './json-schemas.ts';
import { OnBehalfOf } from './on-behalf-of.ts';
import type { RouteDefinition } from './route.ts';
import { WEBHOOK_ID, WEBHOOK_TIMESTAMP } from './signature.ts';

/** A parameter of the OpenAPI document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly style?: 'form';
  readonly explode?: true;
  readonly schema: JsonSchema;
  readonly example?: string;
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

/** Besides the signature, which is the security scheme of these routes. */
const signedHeaders: readonly Parameter[] = [
  {
    name: WEBHOOK_ID,
    description: 'A new id of the request, such as a UUID.',
    example: '0193a5e2-7b1c-7d5e-9f60-718293a4b5c6',
  },
  {
    name: WEBHOOK_TIMESTAMP,
    description: 'When the request was signed, in seconds since 1970; at most five minutes from now.',
    example: '1732446081',
  },
].map(({ name, description, example }) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string', description },
  example,
}));

/** The header parameters of a route: those with which a server acts on behalf of a user, or a receiver signs. */
export function headerParameters({ role }: RouteDefinition): readonly Parameter[] {
  if (role === 'receiver') return signedHeaders;
  if (role !== 'user') return [];
  const { properties = {} } = jsonSchema(OnBehalfOf, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'header',
    required: false,
    schema: typeof schema === 'object' ? schema : {},
  }));
}
