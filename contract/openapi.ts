/** Makes the OpenAPI 3.1 document from the contract, for `npm run generate`. No function loads it. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import { errorResponseComponents, gatewayErrors, responseHeaders, responsesTo } from './error-responses.ts';
import { ErrorBody, errorKinds } from './errors.ts';
import { type Example, examples } from './examples.ts';
import { namedInputSchemas, namedSchemas } from './named-schemas.ts';
import { OnBehalfOf } from './on-behalf-of.ts';
import { tagOf, tags } from './operation-tags.ts';
import { receiverOperation } from './receiver-operation.ts';
import { type RouteDefinition, requestQuotaOf, type Schema } from './route.ts';
import { type OperationId, routes } from './routes.ts';

type JsonObject = Record<string, unknown>;
export type JsonSchema = ReturnType<typeof toJsonSchema>;

const json = (schema: unknown, example: unknown) => ({ 'application/json': { schema, example } });

/** The document. `version` is that of the package. */
export function openApiDocument(version: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Social Platform Services',
      version,
      description: `User blocking, user activity and webhook events.\n\n${BESIDE_OPERATIONS}\n\nError codes: ${errorCodes()}.`,
    },
    servers,
    security: [{ accessToken: [] }],
    tags: Object.values(tags),
    paths: Object.fromEntries(paths()),
    webhooks: { event: { post: receiverOperation } },
    components: {
      securitySchemes: { accessToken },
      headers: responseHeaders,
      responses: errorResponseComponents,
      schemas: {
        ...components(namedInputSchemas, 'input'),
        ...components(namedSchemas, 'output'),
        Error: jsonSchema(ErrorBody, 'output'),
        ...gatewayErrors,
      },
    },
  };
}

const BESIDE_OPERATIONS =
  'Every response of an operation has the header `x-request-id`. Responses that belong to no operation: API Gateway responds to a ' +
  'path or method without an operation with 404 `{"message":"Not Found"}`, to what is not an HTTP request with 400, and to a ' +
  "browser's preflight request with 204. A stage with AWS WAF refuses addresses of bad reputation with 403 and a page of HTML.";

const servers: readonly JsonObject[] = [
  { url: '/', description: 'The stage that returns this document.' },
  {
    url: 'https://{host}',
    description: 'Any stage, for a copy of this document.',
    variables: {
      host: {
        default: 'api.example.com',
        description:
          "The host of the stage's base URL, which the operator has from the output `ApiUrl` of its deployment.",
      },
    },
  },
];

const accessToken: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    "A token signed with one of the network's keys, or that of an admin who has signed in. An admin of several networks " +
    'names one before it: `Bearer <networkId>~<token>`.',
};

type Operations = readonly (readonly [id: OperationId, definition: RouteDefinition])[];

const isOperationId = (name: string): name is OperationId => name in routes;

function paths(): [string, JsonObject][] {
  const operations: Operations = Object.keys(routes)
    .filter(isOperationId)
    .map((id) => [id, routes[id]]);
  return [...Map.groupBy(operations, ([, { path }]) => path)].map(([path, sharing]) => [
    path,
    Object.fromEntries(
      sharing.map(([id, definition]) => [definition.method.toLowerCase(), operation(definition, examples[id])]),
    ),
  ]);
}

function operation(definition: RouteDefinition, example: Example): JsonObject {
  const { operationId, summary, description, role, feature, body, response } = definition;
  const parameters = [...pathParameters(definition), ...queryParameters(definition), ...headerParameters(definition)];
  const access =
    role === 'anyone'
      ? { security: [] }
      : {
          'x-role': role,
          ...(feature && { 'x-feature': feature }),
          'x-quota': requestQuotaOf(definition),
        };
  return {
    operationId,
    tags: [tagOf(definition.path)],
    summary,
    description,
    ...access,
    ...(parameters.length > 0 && { parameters: parameters.map((parameter) => withExample(parameter, example)) }),
    ...(body.maxBytes > 0 && {
      requestBody: {
        required: !body.optional,
        content: json(titled(`${operationId} request`, jsonSchema(body.schema, 'input')), example.body),
      },
    }),
    responses: {
      [response.status]: {
        description: response.description,
        content: json(titled(`${operationId} response`, jsonSchema(response.body, 'output')), example.response),
      },
      ...responsesTo(definition),
    },
  };
}

/** Generators name types after titles. A schema that has a name already stays as it is. */
const titled = (title: string, schema: JsonSchema): JsonSchema => ('$ref' in schema ? schema : { title, ...schema });

function withExample(parameter: Parameter, { parameters, query }: Example): JsonObject {
  const value = { ...parameters, ...query }[parameter.name];
  return { ...parameter, ...(value !== undefined && { example: value }) };
}

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

const allNamed: Readonly<Record<string, Schema>> = { ...namedInputSchemas, ...namedSchemas };

/** The named schemas, each of which refers to the others. */
const components = (
  named: Readonly<Record<string, Schema>>,
  typeMode: 'input' | 'output',
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(named).map(([name, schema]) => {
      const others = Object.entries(allNamed).filter(([other]) => other !== name);
      return [name, jsonSchema(schema, typeMode, Object.fromEntries(others))];
    }),
  );

/** A schema of the contract as JSON Schema; rules that it can't express are left out. Schemas in `named` are referred to by name. */
export function jsonSchema(
  schema: Schema,
  typeMode: 'input' | 'output',
  named: Readonly<Record<string, Schema>> = allNamed,
): JsonSchema {
  const config: ConversionConfig = {
    typeMode,
    target: 'draft-2020-12',
    errorMode: 'ignore',
    definitions: { ...named },
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    // The message about a wrong value describes a right one, too.
    overrideSchema: ({ valibotSchema, jsonSchema: converted }) =>
      'message' in valibotSchema && typeof valibotSchema.message === 'string'
        ? { ...converted, description: valibotSchema.message }
        : undefined,
  };
  const { $schema: _, $defs: __, ...document } = toJsonSchema(schema, config);
  return document;
}

const errorCodes = (): string =>
  [...new Set(Object.entries(errorKinds).map(([kind, { code, status }]) => `${code} ${kind} (${status})`))].join(', ');
