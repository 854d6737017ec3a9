/** Makes the OpenAPI 3.1 document from the contract, for `npm run generate`. No function loads it. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import { ErrorBody, errorKinds } from './errors.ts';
import { namedSchemas } from './named-schemas.ts';
import { OnBehalfOf } from './on-behalf-of.ts';
import { tagOf, tags } from './operation-tags.ts';
import { receiverOperation } from './receiver-operation.ts';
import { nothing, type RouteDefinition, requestQuotaOf, type Schema } from './route.ts';
import { routes } from './routes.ts';

type JsonObject = Record<string, unknown>;
export type JsonSchema = ReturnType<typeof toJsonSchema>;

/** The error statuses of routes. */
const errorStatuses: Readonly<Record<number, string>> = {
  400: 'The request is malformed; the message names the field.',
  401: 'The access token is missing, wrong or expired.',
  403: 'The role may not call this, or the feature is off for the network.',
  404: 'The network has nothing at this path.',
  409: 'Another request changed the same thing at the same time; read it and try again.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'The network is over a quota, or the route gets too much from all networks; try again after the seconds of Retry-After, if there are any.',
  431: 'Request line and headers are larger than 10,240 bytes.',
  500: 'The service failed; quote the request id when you report it.',
  503: 'The service is overloaded or disturbed; try again after the seconds of Retry-After, if there are any.',
  508: 'The request is the delivery of a webhook, which must not point to this API.',
};

/**
 * The statuses with which API Gateway responds by itself, in a shape of its own (docs/spec/access.md#gateway-responses); the
 * service's own errors have these statuses too, apart from 431.
 */
const gatewayStatuses: readonly string[] = ['401', '413', '429', '431', '500', '503'];
const gatewayOnly: readonly string[] = ['431'];

const json = (schema: unknown) => ({ 'application/json': { schema } });

/** The document. `version` is that of the package. */
export function openApiDocument(version: string): JsonObject {
  const definitions: readonly RouteDefinition[] = Object.values(routes);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Social Platform Services',
      version,
      description: `User blocking, user activity and webhook events. Error codes: ${errorCodes()}.`,
    },
    servers: [{ url: '/', description: 'The stage that returns this document.' }],
    tags: Object.values(tags),
    paths: Object.fromEntries(pathsOf(definitions)),
    webhooks: { event: { post: receiverOperation } },
    components: {
      securitySchemes: { accessToken },
      schemas: { ...components(), Error: jsonSchema(ErrorBody, 'output'), GatewayError },
    },
  };
}

/** What API Gateway responds with by itself. The message is null where an authorizer fails. */
const GatewayError: JsonObject = {
  type: 'object',
  properties: { message: { type: ['string', 'null'] } },
  required: ['message'],
};

const accessToken: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    "A token signed with one of the network's keys, or that of an admin who has signed in. An admin of several networks " +
    'names one before it: `Bearer <networkId>~<token>`.',
};

function pathsOf(definitions: readonly RouteDefinition[]): [string, JsonObject][] {
  return [...Map.groupBy(definitions, ({ path }) => path)].map(([path, sharing]) => [
    path,
    Object.fromEntries(sharing.map((definition) => [definition.method.toLowerCase(), operation(definition)])),
  ]);
}

function operation(definition: RouteDefinition): JsonObject {
  const { operationId, summary, description, role, feature, body, response } = definition;
  const parameters = [...pathParameters(definition), ...queryParameters(definition), ...headerParameters(definition)];
  const access =
    role === 'anyone'
      ? {}
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
    security: role === 'anyone' ? [] : [{ accessToken: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body.maxBytes > 0 && {
      requestBody: { required: !body.optional, content: json(jsonSchema(body.schema, 'input')) },
    }),
    responses: {
      [response.status]: { description: response.description, content: json(jsonSchema(response.body, 'output')) },
      ...Object.fromEntries(statusesOf(definition).map((status) => [status, errorResponse(status, definition)])),
    },
  };
}

function statusesOf({ role, parameters, query, body, canCollide = false }: RouteDefinition): string[] {
  const has = { token: role !== 'anyone', body: body.maxBytes > 0, input: query !== nothing || body.maxBytes > 0 };
  const needs: Readonly<Record<string, boolean>> = {
    400: has.input,
    401: has.token,
    403: has.token,
    404: parameters !== undefined,
    409: canCollide,
    413: has.body,
    415: has.body,
  };
  return Object.keys(errorStatuses).filter((status) => needs[status] ?? true);
}

function errorResponse(status: string, { afterFailure }: RouteDefinition): JsonObject {
  const ours = gatewayOnly.includes(status) ? [] : ['Error'];
  const gateways = gatewayStatuses.includes(status) ? ['GatewayError'] : [];
  const references = [...ours, ...gateways].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schema = references.length === 1 ? references[0] : { anyOf: references };
  const failures = ['500', '503'].includes(status) && afterFailure !== undefined ? [afterFailure] : [];
  return { description: [errorStatuses[Number(status)], ...failures].join(' '), content: json(schema) };
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

/** The named schemas, each of which refers to the others. */
const components = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(namedSchemas).map(([name, schema]) => {
      const others = Object.entries(namedSchemas).filter(([other]) => other !== name);
      return [name, jsonSchema(schema, 'output', Object.fromEntries(others))];
    }),
  );

/** A schema of the contract as JSON Schema; rules that it can't express are left out. Schemas in `named` are referred to by name. */
export function jsonSchema(
  schema: Schema,
  typeMode: 'input' | 'output',
  named: Readonly<Record<string, Schema>> = namedSchemas,
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
