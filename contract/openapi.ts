/** Makes the OpenAPI 3.1 document from the contract, for `npm run generate`. No function loads it. */

import { OnBehalfOf } from './access.ts';
import { errorResponseComponents, gatewayErrors, responseHeaders, responsesTo } from './error-responses.ts';
import { ErrorBody, errorKinds } from './errors.ts';
import { type Example, examples } from './examples.ts';
import { components, type JsonSchema, jsonSchema, namedInputSchemas, namedSchemas } from './json-schemas.ts';
import { receiverHeaders, receiverOperation } from './receiver-contract.ts';
import type { RouteDefinition } from './route.ts';
import { routes } from './routes.ts';
import { WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP } from './signature.ts';

/** Operations are grouped by the first part of their path. */
export const tags: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  block: { name: 'Blocking', description: 'Who has blocked whom, and whose content to hide.' },
  'user-activities': { name: 'Activity', description: 'What a user did.' },
  users: { name: "Users' data", description: 'Export and erasure of what is stored about users.' },
  events: { name: 'Events', description: 'What happens on the platform.' },
  webhooks: { name: 'Webhooks', description: 'Who is notified of events, and what came of it.' },
  network: { name: 'Network', description: 'The settings of a network, and who changed what.' },
  health: { name: 'Service', description: 'The service itself.' },
};
/** The groups of paths that begin otherwise. */
const sameTag: Readonly<Record<string, string>> = {
  audit: 'network',
  'event-types': 'events',
  deliveries: 'webhooks',
  'webhook-statistics': 'webhooks',
  'openapi.json': 'health',
};

/** The name of a path's group. Throws if it has none. */
function tagOf(path: string): string {
  const [, first = ''] = path.split('/');
  const tag = tags[sameTag[first] ?? first];
  if (tag === undefined) throw new Error(`The path ${path} needs a group in contract/openapi.ts.`);
  return tag.name;
}

type JsonObject = Record<string, unknown>;

const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

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
    webhooks: { event: { post: receiverOperation() } },
    components: {
      securitySchemes: { accessToken, webhookSignature },
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
  'Every response of the service has the header `x-request-id`; those of API Gateway itself, with the schema `GatewayError`, have ' +
  'not. Responses that belong to no operation: API Gateway responds to a path or method without an operation with 404 ' +
  '`{"message":"Not Found"}`, to what is not an HTTP request with 400, and to a preflight request of a browser with 204. A stage ' +
  'with AWS WAF refuses addresses of bad reputation with 403 and a page of HTML.';

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

const webhookSignature: JsonObject = {
  type: 'apiKey',
  in: 'header',
  name: WEBHOOK_SIGNATURE,
  description: receiverHeaders[WEBHOOK_SIGNATURE],
};

function paths(): [string, JsonObject][] {
  return [...Map.groupBy(Object.values(routes), ({ path }) => path)].map(([path, sharing]) => [
    path,
    Object.fromEntries(
      sharing.map((definition) => [
        definition.method.toLowerCase(),
        operation(definition, examples[definition.operationId]),
      ]),
    ),
  ]);
}

function operation(definition: RouteDefinition, example: Example): JsonObject {
  const { operationId, summary, description, role, quota, feature, body, response } = definition;
  const schema = titled(`${operationId} response`, jsonSchema(response.body, 'output'));
  const parameters = [...pathParameters(definition), ...queryParameters(definition), ...headerParameters(definition)];
  const access =
    role === 'anyone'
      ? { security: [] }
      : {
          ...(role === 'receiver' && { security: [{ webhookSignature: [] }] }),
          'x-role': role,
          ...(feature && { 'x-feature': feature }),
          'x-quota': quota,
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
        content: json(schema, example.response),
      },
      ...(response.unfinished && {
        [response.unfinished.status]: { description: response.unfinished.description, content: json(schema) },
      }),
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

const errorCodes = (): string =>
  [...new Set(Object.entries(errorKinds).map(([kind, { code, status }]) => `${code} ${kind} (${status})`))].join(', ');

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
