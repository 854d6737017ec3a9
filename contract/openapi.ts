/** Makes the OpenAPI 3.1 document from the contract, for `npm run generate`. No function loads it. */
import { OnBehalfOf } from './access.ts';
import { type Example, type Json, routeGroups } from './documentation.ts';
import {
  bodilessResponsesTo,
  errorResponseComponents,
  gatewayErrors,
  responseHeaders,
  responsesTo,
} from './error-responses.ts';
import { errorKinds } from './errors.ts';
import { IdempotencyKeyHeader } from './idempotency.ts';
import { components, errorSchema, type JsonSchema, jsonSchema } from './json-schemas.ts';
import { receiverHeaders, receiverOperation } from './receiver-contract.ts';
import { methodsOf, type RouteDefinition, statusOf } from './route.ts';
import { documentationOf, routes } from './routes.ts';
import { WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP } from './signature.ts';

const tags = Object.entries(routeGroups).map(([name, description]) => ({ name, description }));

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
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Whoever operates the stage that returns this document' },
    },
    servers,
    security: [{ accessToken: [] }],
    tags,
    paths: Object.fromEntries(paths()),
    webhooks: { event: { post: receiverOperation() } },
    components: {
      securitySchemes: { accessToken, ...signedHeaders },
      headers: responseHeaders,
      responses: errorResponseComponents,
      schemas: { ...components(), Error: errorSchema(), ...gatewayErrors },
    },
  };
}

const BESIDE_OPERATIONS =
  'Every response of the service has the header `x-request-id`. If the request counts against a quota, the response ' +
  'also has the headers `RateLimit` and `RateLimit-Policy`. Responses of API Gateway itself have the schema ' +
  '`GatewayError`, and have none of these headers. Some responses belong to no operation. If a path or method has no ' +
  'operation, API Gateway responds with 404 `{"message":"Not Found"}`. It responds with 400 to anything that is not an ' +
  'HTTP request, and with 204 to a preflight request of a browser. If a stage uses AWS WAF, requests from addresses of ' +
  'bad reputation get 403 and an HTML page.';

const servers: readonly JsonObject[] = [
  { url: '/', description: 'The stage that returns this document.' },
  // Some tools refuse a variable with a description.
  {
    url: 'https://{host}',
    description:
      'Any stage, for a copy of this document. `host` is the host of the base URL of the stage. The operator gets this URL from the output `ApiUrl` of the deployment.',
    variables: { host: { default: 'api.example.com' } },
  },
];

const accessToken: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    "A token signed with one of the network's keys, or that of an admin who has signed in. An admin of several networks " +
    'puts the id of a network before the token: `Bearer <networkId>~<token>`.',
};

/** A signature is three headers. As parameters they would collide with the path's `webhookId` in generated clients. */
const signedHeaders = Object.fromEntries(
  Object.entries({
    [WEBHOOK_ID]: 'A new id of the request, such as a UUID.',
    [WEBHOOK_TIMESTAMP]: 'When the request was signed, in seconds since 1970; at most five minutes from now.',
    [WEBHOOK_SIGNATURE]: receiverHeaders[WEBHOOK_SIGNATURE],
  }).map(([name, description]) => [name, { type: 'apiKey', in: 'header', name, description }]),
);
const signed = Object.fromEntries(Object.keys(signedHeaders).map((name) => [name, []]));

function paths(): [string, JsonObject][] {
  return [...Map.groupBy(Object.values(routes), ({ path }) => path)].map(([path, sharing]) => [
    path,
    Object.fromEntries(
      sharing.flatMap((definition) =>
        methodsOf(definition).map((method) => [
          method.toLowerCase(),
          method === 'HEAD' ? headOperation(definition) : operation(definition),
        ]),
      ),
    ),
  ]);
}

function operation(definition: RouteDefinition): JsonObject {
  const { operationId, role, alsoFor, quota, feature, body, response } = definition;
  const {
    group,
    summary,
    description,
    response: responseText,
    pending,
    created,
    example,
  } = documentationOf(definition);
  const schema = titled(`${operationId} response`, jsonSchema(response.body, 'output'));
  const parameters = parametersOf(definition);
  const content = (status: number) =>
    json(schema, status === statusOf(response, example.response) ? example.response : undefined);
  const access =
    role === 'anyone'
      ? { security: [] }
      : {
          ...(role === 'receiver' && { security: [signed, ...(alsoFor ? [{ accessToken: [] }] : [])] }),
          'x-role': role,
          ...(alsoFor && { 'x-also-for': alsoFor }),
          ...(feature && { 'x-feature': feature }),
          'x-quota': quota,
        };
  return {
    operationId,
    tags: [group],
    summary,
    description,
    ...access,
    ...(parameters.length > 0 && { parameters: parameters.map((parameter) => withExample(parameter, example)) }),
    ...(body !== undefined && {
      requestBody: {
        required: !body.optional,
        content: json(titled(`${operationId} request`, jsonSchema(body.schema, 'input')), example.body),
      },
    }),
    responses: {
      [response.status]: { description: responseText, content: content(response.status) },
      ...(response.createdStatus && {
        [response.createdStatus]: { description: created, content: content(response.createdStatus) },
      }),
      ...(response.pendingStatus && {
        [response.pendingStatus]: { description: pending, content: json(schema) },
      }),
      ...responsesTo(definition),
    },
  };
}

/** The operation of HEAD, whose responses have no body (RFC 9110, 9.3.2). */
function headOperation(definition: RouteDefinition): JsonObject {
  const { group, summary, response } = documentationOf(definition);
  return {
    operationId: definition.operationId.replace(/^get/, 'head'),
    tags: [group],
    summary: `${summary}, without a body`,
    description: 'The response of GET, without its body.',
    security: [],
    responses: { [definition.response.status]: { description: response }, ...bodilessResponsesTo(definition) },
  };
}

/** Generators name types after titles. A schema that has a name already stays as it is. */
const titled = (title: string, schema: JsonSchema): JsonSchema => ('$ref' in schema ? schema : { title, ...schema });

function withExample(parameter: Parameter, { parameters, query }: Example): Parameter {
  const given = { ...parameters, ...query }[parameter.name];
  const example = typeof given === 'object' ? [...given] : (given ?? parameter.example);
  return { ...parameter, ...(example !== undefined && { example }) };
}

const errorCodes = (): string =>
  [...new Set(Object.entries(errorKinds).map(([kind, { code, status }]) => `${code} ${kind} (${status})`))].join(', ');

/** A parameter of the OpenAPI document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required: boolean;
  readonly style?: 'form';
  readonly explode?: true;
  readonly schema: JsonSchema;
  readonly example?: Json | undefined;
}

/** The parameters of a route; a header is its idempotency key, names the user on whose behalf a server acts, or is read by the route. */
export function parametersOf({
  parameters,
  query,
  repeatable = [],
  role,
  idempotent,
  headers,
}: RouteDefinition): Parameter[] {
  const header = idempotent ? IdempotencyKeyHeader : role === 'user' ? OnBehalfOf : headers;
  const schemas = { path: parameters, query, header };
  return (['path', 'query', 'header'] as const).flatMap((place) => {
    const source = schemas[place];
    if (source === undefined) return [];
    const { properties = {}, required = [] } = jsonSchema(source, 'input');
    return Object.entries(properties).map(([name, property]) => {
      const { description = '', examples: [example] = [], ...schema } = typeof property === 'object' ? property : {};
      const style = repeatable.includes(name) ? ({ style: 'form', explode: true } as const) : {};
      const isRequired = place !== 'header' && required.includes(name);
      return { name, in: place, description, required: isRequired, ...style, schema, example };
    });
  });
}
