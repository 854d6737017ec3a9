/** The API reference in Markdown, generated from the contract's routes. */
import { errorKinds } from '../contract/errors.ts';
import { type JsonSchema, jsonSchema } from '../contract/json-schemas.ts';
import { headerParameters, type Parameter, pathParameters, queryParameters } from '../contract/openapi.ts';
import {
  ATTEMPT_BUDGET_MILLISECONDS,
  legacyReceiverHeader,
  receiverHeaders,
  receiverResponses,
} from '../contract/receiver-contract.ts';
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';

/** The whole page. */
export function apiReference(): string {
  const definitions: readonly RouteDefinition[] = Object.values(routes);
  return [
    '# API reference',
    '',
    'Generated from `contract/` by `npm run generate`; `GET /openapi.json` serves the same as an OpenAPI document.',
    '',
    '| route | role | feature | what it does |',
    '|---|---|---|---|',
    ...definitions.map(contentsRow),
    '',
    'The request that webhooks send is under [receivers](#receivers), what errors look like under [errors](#errors).',
    '',
    ...definitions.flatMap(section),
    ...receiverSection(),
    ...errorSection(),
  ].join('\n');
}

const title = ({ method, path }: RouteDefinition): string => `${method} ${path}`;

const anchor = (definition: RouteDefinition): string =>
  title(definition)
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

function contentsRow(definition: RouteDefinition): string {
  const { role, feature, summary } = definition;
  return `| [${title(definition)}](#${anchor(definition)}) | ${role} | ${feature ?? '–'} | ${summary} |`;
}

function section(definition: RouteDefinition): string[] {
  const { description, body, response, afterFailure } = definition;
  const inPath = pathParameters(definition).map(fieldOfParameter);
  const inQuery = queryParameters(definition).map(fieldOfParameter);
  const inHeaders = headerParameters(definition).map(fieldOfParameter);
  return [
    `## ${title(definition)}`,
    '',
    description,
    '',
    ...(inPath.length > 0 ? ['Path:', '', ...table(inPath)] : []),
    ...(inQuery.length > 0 ? ['Query string:', '', ...table(inQuery)] : []),
    ...(inHeaders.length > 0
      ? [
          definition.role === 'receiver'
            ? 'Headers, besides `webhook-signature`:'
            : 'Header, with a token of the role `server` only, which acts on behalf of a user then:',
          '',
          ...table(inHeaders),
        ]
      : []),
    ...(body.maxBytes > 0
      ? [`Body, at most ${body.maxBytes} bytes:`, '', ...table(fields(jsonSchema(body.schema, 'input', {})))]
      : []),
    `Response ${response.status}: ${response.description}`,
    ...(response.unfinished ? ['', `Response ${response.unfinished.status}: ${response.unfinished.description}`] : []),
    '',
    ...table(fields(jsonSchema(response.body, 'output', {}))),
    ...(afterFailure === undefined ? [] : [`After 500 or 503: ${afterFailure}`, '']),
  ];
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly rule: string;
}

/** One row for each field; a nested field is named like `results[].blocked_userId`. */
function fields(schema: JsonSchema, prefix = ''): Field[] {
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([key, value]) => {
    if (typeof value === 'boolean') return [];
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [{ ...fieldOf(name, value), required: required.includes(key) }, ...fields(value, name)];
  });
  const elements = typeof items === 'object' && !Array.isArray(items) ? fields(items, `${prefix}[]`) : [];
  const values =
    typeof additionalProperties === 'object' && additionalProperties.type !== undefined
      ? fieldsOfValues(prefix === '' ? '<id>' : `${prefix}.<name>`, additionalProperties)
      : [];
  return [...own, ...elements, ...values];
}

const fieldsOfValues = (name: string, schema: JsonSchema): Field[] => [
  { ...fieldOf(name, schema), required: false },
  ...fields(schema, name),
];

const fieldOfParameter = ({ name, required, schema }: Parameter): Field => ({ ...fieldOf(name, schema), required });

const fieldOf = (name: string, schema: JsonSchema) => ({ name, type: typeOf(schema), rule: schema.description ?? '' });

function typeOf({ type, anyOf, enum: values, const: value, items }: JsonSchema): string {
  if (anyOf !== undefined)
    return [...new Set(anyOf.map((one) => (typeof one === 'object' ? typeOf(one) : 'any')))].join(' or ');
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' or ');
  if (value !== undefined) return JSON.stringify(value);
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items)) return `array of ${typeOf(items)}`;
  return typeof type === 'string' ? type : 'any';
}

const table = (rows: readonly Field[]): string[] =>
  rows.length === 0
    ? []
    : [
        '| field | type | required | meaning |',
        '|---|---|---|---|',
        ...rows.map(
          ({ name, type, required, rule }) => `| \`${name}\` | ${type} | ${required ? 'yes' : 'no'} | ${rule} |`,
        ),
        '',
      ];

function receiverSection(): string[] {
  return [
    '## Receivers',
    '',
    `The customer implements the receiver. For each event it gets a POST to the URL of its webhook. It verifies a signature before it processes the event, and responds within ${ATTEMPT_BUDGET_MILLISECONDS / 1000} s, counted from the name look-up to the last byte of the response. Requests may come more than once, and in another order than the events occurred.`,
    '',
    'Body: exactly `{"event":<name>,"data":<payload>}`. `data` is the text that the platform posted. Headers, besides those that the admin has set:',
    '',
    '| header | value |',
    '|---|---|',
    ...Object.entries(receiverHeaders).map(([name, value]) => `| \`${name}\` | ${value} |`),
    `| \`${legacyReceiverHeader.name}\` | ${legacyReceiverHeader.value} |`,
    '',
    '| response | meaning |',
    '|---|---|',
    ...Object.entries(receiverResponses).map(
      ([status, meaning]) => `| ${status === 'default' ? 'anything else' : status} | ${meaning} |`,
    ),
    '',
  ];
}

function errorSection(): string[] {
  return [
    '## Errors',
    '',
    'Every error of the service has the body `{"status":"error","code":<number>,"message":<text>,"data"?:{"detail":[…]}}`. Every response of a route has the header `x-request-id`.',
    '',
    'API Gateway itself responds with `{"message":<text>}` and without that header: 401 without an `Authorization` header, 403 for a request that has bypassed AWS WAF, 404 for a path without a route, 413 above 10 MB, 429 above the throttle of a route, 431 for a request line and headers of more than 10,240 bytes, and 500 or 503 if a function fails or takes too long. Twenty long user ids and a long token can exceed 10,240 bytes: check fewer ids at once then, as the client does.',
    '',
    '| kind | HTTP status | code |',
    '|---|---|---|',
    ...Object.entries(errorKinds).map(([kind, { status, code }]) => `| ${kind} | ${status} | ${code} |`),
    '',
  ];
}
