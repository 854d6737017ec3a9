/** The API reference in Markdown, generated from the contract: an index, and a page for each group of routes. */

import { wrapped } from '../bin/prove/markdown.ts';
import { mayUse, Role } from '../contract/access.ts';
import { deliveryAdvice } from '../contract/delivery-advice.ts';
import { meaningsOf, namedSchemas, routeGroups } from '../contract/documentation.ts';
import { errorKinds } from '../contract/errors.ts';
import { components, type JsonSchema, jsonSchema } from '../contract/json-schemas.ts';
import { parametersOf } from '../contract/openapi.ts';
import {
  ATTEMPT_TIME_LIMIT_MS,
  legacyReceiverHeader,
  receiverHeaders,
  receiverResponses,
  traceReceiverHeader,
} from '../contract/receiver-contract.ts';
import type { RouteDefinition } from '../contract/route.ts';
import { documentationOf, routes } from '../contract/routes.ts';
import { apiPage, fence, samplesOf } from './api-samples.ts';
import { EVENT_PAGE } from './event-reference.ts';
import { jsonText } from './sample-text.ts';

const GENERATED = 'The command `npm run generate` generates this page from `contract/`.';
const RECEIVERS = 'Receivers';

/** The pages by their path. */
export function apiReference(): Readonly<Record<string, string>> {
  const groups = Object.entries(routeGroups).map(([name, description]) => ({
    name,
    description,
    file: `${apiPage(name)}.md`,
    definitions: Object.values<RouteDefinition>(routes).filter((route) => documentationOf(route).group === name),
  }));
  const pages = groups.map(({ name, description, file, definitions }) => {
    const sections = definitions.flatMap(section);
    const head = `${description} The start page of the API reference explains [the samples](../api.md#samples) and [the errors](../api.md#errors). ${GENERATED}`;
    const lines = [`# ${name}`, '', head, '', ...(name === RECEIVERS ? receiverSection() : []), ...sections];
    return [`docs/${file}`, [...lines, ...objectSection(sections)].join('\n')];
  });
  const texts: Readonly<Record<string, string>> = { 'docs/api.md': index(groups), ...Object.fromEntries(pages) };
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, wrapped(text)]));
}

type Group = Readonly<Record<'name' | 'description' | 'file', string>> & {
  readonly definitions: readonly RouteDefinition[];
};

function index(groups: readonly Group[]): string {
  const rows = groups.flatMap(({ file, name, definitions }) => [
    `| **[${name}](${file})** | | |`,
    ...definitions.map(
      (definition) =>
        `| [${documentationOf(definition).summary}](${file}#${anchor(definition)}) | \`${title(definition)}\` | ${[definition.role, ...(definition.alsoFor ?? [])].join(', ')} |`,
    ),
  ]);
  return [
    '# API reference',
    '',
    `${GENERATED} \`GET /openapi.json\` returns this reference in the form of an OpenAPI 3.1 document. [Code generators, Postman and Bruno](guides/openapi.md) can read this document, or the OpenAPI 3.0 version of the document.`,
    '',
    '| operation | route | role |',
    '|---|---|---|',
    ...rows,
    '',
    `The page "[Event types](${EVENT_PAGE})" lists all events in the catalogue, and the members of their payloads.`,
    '',
    '## Samples',
    '',
    'The samples send requests to a local cloud. Run [`npm start`](../README.md) to start the local cloud. If a sample needs an access token, the sample shows the command that prints the token. The curl samples run this command themselves. The JavaScript and Python samples read the token from the environment. In production, your back end creates [access tokens](spec/access.md#access-tokens) itself.',
    '',
    'All samples use the network `demo`, which belongs to a fictional community. Replace the ids and the times in the samples with your own.',
    '',
    'Times in responses are in UTC. The format of the times is ISO 8601 with milliseconds. In the times of activity records, the seconds have six decimal places.',
    '',
    ...errorSection(),
  ].join('\n');
}

const title = ({ method, path }: RouteDefinition): string => `${method} ${path}`;

const anchor = (route: RouteDefinition): string =>
  documentationOf(route)
    .summary.toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const schemas = components();

/** The objects that the lines link to, and those that these link to. */
function objectSection(lines: readonly string[]): string[] {
  const names = new Set<string>();
  const find = (text: readonly string[]): void => {
    for (const [, name = ''] of text.join('\n').matchAll(/\[([A-Z]\w+)\]\(#/g)) {
      if (names.has(name)) continue;
      names.add(name);
      find(tableOf(name));
    }
  };
  find(lines);
  const objects = [...names].toSorted().flatMap((name) => [`### ${name}`, '', ...tableOf(name)]);
  return objects.length === 0 ? [] : ['## Objects', '', ...objects];
}
function tableOf(name: string): string[] {
  const { enum: values, ...schema } = schemas[name] ?? {};
  if (values === undefined) return list(fields(schema));
  const named = namedSchemas.get(name);
  const meanings = new Map<unknown, string>(named && meaningsOf(named));
  const advice = new Map<unknown, string>(Object.entries(deliveryAdvice));
  return [
    ...values.map(
      (value) => `- ${[`${code(value)}:`, meanings.get(value), advice.get(value)].filter(Boolean).join(' ')}`,
    ),
    '',
  ];
}
/** More values than this have a section of their own, as objects have. */
const FEW_VALUES = 8;

/** With what its named schema says, unless that has a section of its own, as objects have. */
function resolved({ $ref = '', ...schema }: JsonSchema): JsonSchema & { readonly object?: string } {
  const name = $ref.replace('#/components/schemas/', '');
  const named = schemas[name];
  if (named === undefined) return schema;
  const isInline = named.properties === undefined && (named.enum ?? []).length <= FEW_VALUES;
  if (!isInline) return { ...schema, object: name };
  const inline = resolved(named);
  const own = schema.description ?? '';
  // The sentence of the schema is left out where the field has it, too.
  const rest =
    own !== '' && inline.description?.startsWith(own) ? inline.description : `${own} ${inline.description ?? ''}`;
  return { ...inline, ...schema, description: rest.trim() };
}

/** What a caller needs, in a sentence. */
function accessOf({ role, alsoFor = [] }: RouteDefinition): string {
  if (role === 'anyone') return 'The request needs no access token.';
  const signed = 'The request must be signed with the secret of the webhook';
  if (role === 'receiver') {
    return alsoFor.length === 0
      ? `${signed}.`
      : `${signed}, or must contain an access token with the role ${either(alsoFor)}.`;
  }
  if (role === 'user') {
    return 'The access token of the request must have the role `user` or `server`. If the role is `server`, the request must also contain the header `on-behalf-of`.';
  }
  const roles = Role.options.filter((one) => mayUse(one, { role, alsoFor }));
  return `The access token of the request must have the role ${either(roles)}.`;
}

const either = (roles: readonly Role[]): string => roles.map(code).join(' or ');

function section(definition: RouteDefinition): string[] {
  const { feature, quota, body, response, afterFailure } = definition;
  const { summary, description, response: responseText, pending, created, example } = documentationOf(definition);
  const parameters = parametersOf(definition).map(
    ({ schema, description: meaning, example: value, required, name, in: place }): Field => ({
      ...fieldOf(name, { ...schema, description: meaning, ...(value !== undefined && { examples: [value] }) }),
      type: `${typeOf(schema)} in the ${place}`,
      required,
    }),
  );
  const inBody = body ? fields(jsonSchema(body.schema, 'input')) : [];
  const access = [
    accessOf(definition),
    ...(feature === undefined ? [] : [`The feature \`${feature}\` must be on for the network.`]),
    ...(quota === 'none' ? [] : [`The request counts against the [quota](../spec/requests.md#quotas) \`${quota}\`.`]),
    ...(body ? [`The maximum size of the request body is ${body.maxBytes.toLocaleString('en')} bytes.`] : []),
  ];
  return [
    `## ${summary}`,
    '',
    `\`${title(definition)}\``,
    '',
    description,
    '',
    access.join(' '),
    '',
    ...list([...parameters, ...inBody]),
    ...fences(samplesOf(definition)),
    `Response ${response.status}: ${responseText}`,
    ...(response.createdStatus ? ['', `Response ${response.createdStatus}: ${created}`] : []),
    ...(response.pendingStatus ? ['', `Response ${response.pendingStatus}: ${pending}`] : []),
    '',
    ...fence('json', jsonText(example.response)),
    ...responseTable(definition),
    ...(afterFailure === undefined
      ? []
      : [`If the response is 500 or 503, the outcome of the request is uncertain. ${afterFailure}`, '']),
  ];
}

function responseTable({ response }: RouteDefinition): string[] {
  const schema = jsonSchema(response.body, 'output');
  return resolved(schema).object === undefined
    ? list(fields(schema))
    : [`The type of the response body is ${typeOf(schema)}.`, ''];
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
}

/** One entry for each field; a nested field is named like `results[].blocked_userId`. */
function fields(schema: JsonSchema, prefix = ''): Field[] {
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([key, value]) => {
    if (typeof value === 'boolean') return [];
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [{ ...fieldOf(name, value), required: required.includes(key) }, ...fields(value, name)];
  });
  const elements = typeof items === 'object' && !Array.isArray(items) ? fields(items, `${prefix}[]`) : [];
  const values =
    typeof additionalProperties === 'object' && additionalProperties.properties !== undefined
      ? fields(additionalProperties, prefix === '' ? '{id}' : `${prefix}.{id}`)
      : [];
  return [...own, ...elements, ...values];
}

function fieldOf(name: string, schema: JsonSchema) {
  const { description = '', default: usual, examples: [example] = [] } = resolved(schema);
  const rest = [
    ...(usual === undefined ? [] : [`The default is ${code(usual)}.`]),
    ...(example === undefined ? [] : [`Example: ${code(example)}${code(example).endsWith('.`') ? '' : '.'}`]),
  ];
  return { name, type: typeOf(schema), meaning: [description, ...rest].join(' ') };
}

const code = (value: unknown): string =>
  `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;

function typeOf(schema: JsonSchema): string {
  const { type, anyOf, const: value, items, object } = resolved(schema);
  if (object !== undefined) return `[${object}](#${object.toLowerCase()})`;
  if (anyOf !== undefined)
    return [...new Set(anyOf.map((one) => (typeof one === 'object' ? typeOf(one) : 'any')))].join(' or ');
  if (value !== undefined) return code(value);
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items)) return `array of ${typeOf(items)}`;
  return type === undefined ? 'any' : [type].flat().join(' or ');
}

const list = (rows: readonly Field[]): string[] =>
  rows.length === 0
    ? []
    : [
        ...rows.map(
          ({ name, type, required, meaning }) => `- \`${name}\` (${type}${required ? '' : ', optional'}): ${meaning}`,
        ),
        '',
      ];

const fences = (samples: Readonly<Record<string, string>>): string[] =>
  Object.entries(samples).flatMap(([language, text]) => fence(language, text));

function receiverSection(): string[] {
  return [
    '## The request of a webhook',
    '',
    `You implement the receiver. For each event, the service sends a POST to the URL of the webhook. The receiver must verify a signature before it processes the event, and must respond within ${ATTEMPT_TIME_LIMIT_MS / 1000} s. The service measures this time from the DNS lookup to the last byte of the response. The receiver can get the same request more than once. The order of the requests can differ from the order in which the events occurred.`,
    '',
    'The body is exactly `{"event":"NAME","data":PAYLOAD}`. The value of `data` is exactly the text that your back end posted. The request contains the custom headers of the webhook, and the following headers:',
    '',
    ...Object.entries(receiverHeaders).map(([name, value]) => `- \`${name}\`: ${value}`),
    `- \`${traceReceiverHeader.name}\`: ${traceReceiverHeader.value}`,
    `- \`${legacyReceiverHeader.name}\`: ${legacyReceiverHeader.value}`,
    '',
    'The status of the response determines what the service does next:',
    '',
    ...Object.entries(receiverResponses).map(
      ([status, meaning]) => `- ${status === 'default' ? 'anything else' : status}: ${meaning}`,
    ),
    '',
    'Requests to the two routes whose path contains `/ledger` need no access token. The receiver signs these requests itself, and sends the signature in the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. The guide "[Check for missing events](../guides/reconcile.md)" contains example code in TypeScript, and a link to a Python program.',
    '',
  ];
}
function errorSection(): string[] {
  return [
    '## Errors',
    '',
    'Every error response of the service has a body such as `{"status":"error","code":400000,"message":"…","data":{"detail":["…"]}}`. The field `data` is optional. Every response of the service has the header `x-request-id`.',
    '',
    'In the following cases, API Gateway itself responds. These responses have the body `{"message":"…"}`, and do not have the header `x-request-id`:',
    '',
    '- 401: The request has no `Authorization` header. If the stage uses AWS WAF and refuses requests that bypass AWS WAF, such a request also gets 401.',
    '- 404: No route has this method and path.',
    '- 413: The body is larger than 10 MB.',
    '- 429: The requests exceed the rate limit of the route, or the limit of the AWS account.',
    '- 431: The request line and the headers together have more than 10,240 bytes. A request can exceed this limit if it checks twenty long user ids and contains a long token. In this case, check fewer ids in each request. The JavaScript client automatically splits the ids into several requests. We have seen this status only in the local cloud.',
    '- 500 or 503: A Lambda function fails, or takes too long.',
    '',
    '| kind | HTTP status | code |',
    '|---|---|---|',
    ...Object.entries(errorKinds).map(([kind, { status, code }]) => `| ${kind} | ${status} | ${code} |`),
    '',
  ];
}
