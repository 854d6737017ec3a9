import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { namedSchemas } from '../../contract/documentation.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import served from '../../lambdas/api/openapi.generated.json' with { type: 'json' };
import { clientOperations } from '../../scripts/client-modules.ts';
import { clientEvents } from '../../scripts/event-payloads.ts';
import { expectDocumented, misfitOf, type TestedResponse } from '../support/documented-responses.ts';
import { membersOf } from '../support/members.ts';
import { undocumented } from '../support/undocumented.ts';

const Schema = v.looseObject({});
const Content = v.object({ 'application/json': v.object({ schema: Schema, example: v.optional(v.unknown()) }) });
const Parameter = v.looseObject({
  name: v.string(),
  in: v.string(),
  required: v.boolean(),
  schema: Schema,
  example: v.optional(v.unknown()),
});
const Response = v.object({ $ref: v.optional(v.string()), content: v.optional(Content) });
const Operation = v.looseObject({
  operationId: v.string(),
  tags: v.array(v.string()),
  parameters: v.optional(v.array(Parameter), []),
  requestBody: v.optional(v.object({ required: v.boolean(), content: Content })),
  responses: v.record(v.string(), Response),
});
const Components = v.object({
  headers: v.record(v.string(), v.unknown()),
  responses: v.record(v.string(), v.unknown()),
  schemas: v.record(v.string(), v.unknown()),
});
const Document = v.looseObject({
  tags: v.array(v.looseObject({ name: v.string() })),
  servers: v.array(v.looseObject({ url: v.string(), variables: v.optional(v.record(v.string(), v.unknown()), {}) })),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: Components,
});

const Described = v.looseObject({
  name: v.string(),
  description: v.string(),
  /** Of a parameter. */
  example: v.optional(v.unknown()),
  /** Of a field. */
  examples: v.optional(v.array(v.unknown())),
  schema: v.optional(Schema),
});
const WithValues = v.looseObject({
  description: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
});

/** The members of every schema's `properties`, with their names. */
function fieldsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'properties' in value ? Object.entries(membersOf(value.properties)) : [];
  return [...own.map(([name, field]) => ({ ...membersOf(field), name })), ...Object.values(value).flatMap(fieldsOf)];
}

/** Everything in the document that may be a schema. */
function schemasOf(value: unknown): readonly v.InferOutput<typeof WithValues>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = v.safeParse(WithValues, value);
  return [...(own.success ? [own.output] : []), ...Object.values(value).flatMap(schemasOf)];
}

describe('the OpenAPI document', () => {
  const document = v.parse(Document, JSON.parse(JSON.stringify(openApiDocument('0.0.0'))));
  const { components } = document;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const withBodies = Object.values(document.paths).flatMap(({ head: _, ...methods }) => Object.values(methods));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components });
  /** A schema whose references are to the components of the document. */
  const inDocument = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));

  test('is the one that the service returns, which callers and reviewers read', () => {
    expect(JSON.parse(JSON.stringify(openApiDocument(served.info.version)))).toEqual(served);
  });

  test('has each operation in one group, and no group without one', () => {
    expect(operations.every(({ tags }) => tags.length === 1)).toBe(true);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(document.tags.map(({ name }) => name)));
  });

  test.each(['schemas', 'responses', 'headers'] as const)('refers to all of its %s, and to no others', (kind) => {
    const pattern = new RegExp(`"#/components/${kind}/([\\w-]+)"`, 'g');
    const references = [...JSON.stringify(document).matchAll(pattern)].map(([, name]) => name);
    expect(new Set(references)).toEqual(new Set(Object.keys(components[kind])));
  });

  test('has every schema that has a name, by that name', () => {
    expect([...namedSchemas.keys()].filter((name) => !(name in components.schemas))).toEqual([]);
  });

  test('has a value for each variable of a server', () => {
    for (const { url, variables } of document.servers) {
      const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      // Nothing beside the value: some tools refuse a description.
      expect(Object.fromEntries(names.map((name) => [name, { default: expect.any(String) }]))).toEqual(variables);
    }
  });

  test('has, for every operation, the statuses with which API Gateway responds by itself', () => {
    const always = ['413', '429', '431', '500', '503'];
    for (const { responses } of operations) expect(Object.keys(responses)).toEqual(expect.arrayContaining(always));
  });

  const described = [...fieldsOf(document), ...operations.flatMap(({ parameters }) => parameters)].map((one) =>
    v.parse(Described, one),
  );

  test('has a sentence of every field and parameter', () => {
    for (const { name, description } of described) {
      expect({ name, description }).toEqual({ name, description: expect.stringMatching(/^(?!must|Must).+\.$/s) });
    }
    expect(described.length).toBeGreaterThan(300);
  });

  test('has an example of every field and parameter whose values are not named one by one', () => {
    for (const { name, example, examples, schema, ...own } of described) {
      const saysItself = /"(const|enum|\$ref|properties|items|anyOf|boolean|object)"/.test(
        JSON.stringify(schema ?? own),
      );
      expect({ name, hasExample: example !== undefined || examples !== undefined || saysItself }).toEqual({
        name,
        hasExample: true,
      });
    }
  });

  test('has an example of a field only where it fits the schema', () => {
    for (const { name, examples: [example] = [], ...schema } of described) {
      if (example === undefined) continue;
      ajv.validate(inDocument(schema), example);
      expect({ name, example, errors: ajv.errors }).toEqual({ name, example, errors: null });
    }
  });

  test('has a sentence of each value of a field that has a few', () => {
    const enums = schemasOf(document).filter(({ enum: values = [] }) => values.length > 0);
    for (const { description = '', enum: values = [] } of enums) {
      for (const value of values) expect(description).toMatch(new RegExp(`\`${value}\`: [^\`].+\\.`));
    }
    expect(enums.length).toBeGreaterThan(12);
  });

  test('is for the tools of other languages: plain patterns, no constant without a text, no names that collide', () => {
    const text = JSON.stringify(document);
    for (const [, pattern = ''] of text.matchAll(/"pattern":("[^"]*")/g)) {
      const regex = JSON.parse(pattern);
      expect(regex).not.toMatch(/\\p\{/i);
      // Ruby refuses the escape of a byte that is no ASCII, and PHP finds the byte within letters.
      expect(regex).not.toMatch(/\\x[89a-f]|[^ -~]/i);
      // A generator for Ruby escapes slashes that are escaped already.
      expect(regex).not.toContain('\\/');
      expect(() => new RegExp(regex)).not.toThrow();
    }
    expect(text).not.toMatch(/"const":[^"]/);
    for (const { parameters } of operations) {
      const names = parameters.map(({ name }) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  // RFC 9110, 9.3.2.
  test('has HEAD for health alone, with the statuses of GET and no content', () => {
    const heads = Object.entries(document.paths).filter(([, { head }]) => head !== undefined);
    expect(heads.map(([path]) => path)).toEqual(['/health']);
    for (const [, { get, head }] of heads) {
      expect(Object.keys(head?.responses ?? {})).toEqual(Object.keys(get?.responses ?? {}));
      expect(JSON.stringify(head?.responses)).not.toContain('"content"');
    }
  });

  test('has every {name} of a path as a required parameter, and a 404 then', () => {
    for (const [path, methods] of Object.entries(document.paths).filter(([one]) => one.includes('{'))) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters, responses } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath).toMatchObject(names.map((name) => ({ name, required: true })));
        expect(responses).toHaveProperty('404');
      }
    }
    expect(document.paths['/webhooks']?.['get']?.responses).not.toHaveProperty('404');
  });

  describe.each(withBodies.map((operation) => [operation.operationId, operation] as const))('%s', (_, operation) => {
    // What creates or replaces has two, and an example of one.
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    const contentsOf = successes.map(([, { content }]) => content);
    const success = contentsOf.find((content) => content?.['application/json']?.example !== undefined) ?? contentsOf[0];

    test('has examples of its response, of its body, and of each parameter that is required', () => {
      const contents = [success, ...(operation.requestBody === undefined ? [] : [operation.requestBody.content])];
      for (const content of contents) expect(content?.['application/json']).toHaveProperty('example');
      for (const parameter of operation.parameters.filter(({ required }) => required)) {
        expect(parameter).toHaveProperty('example');
      }
    });

    test('has examples that fit their schemas', () => {
      const contents = [success, operation.requestBody?.content].flatMap(
        (content) => content?.['application/json'] ?? [],
      );
      const examples = [...contents, ...operation.parameters.filter(({ example }) => example !== undefined)];
      for (const { schema, example } of examples) {
        ajv.validate(inDocument(schema), example);
        expect({ example, errors: ajv.errors }).toEqual({ example, errors: null });
      }
    });
  });
});

test.each([
  ['operations', clientOperations],
  ['events', clientEvents],
])('the %s of the client are those of the contract', (name, generate) => {
  expect(readFileSync(`client/${name}.generated.ts`, 'utf8')).toBe(generate());
});

const json = (status: number, body: unknown): TestedResponse => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
});
const health = { method: 'GET', path: '/health' };
const block = { method: 'POST', path: '/block/members' };
const forbidden = json(403, { status: 'error', code: 400300, message: 'no' });

afterEach(() => {
  undocumented.length = 0;
});

describe('a response that the OpenAPI document allows', () => {
  test.each([
    ['a success', health, json(200, { status: 'ok' })],
    ['an error of the service', block, forbidden],
    ['an error of API Gateway', block, json(401, { message: 'Unauthorized' })],
    ['an error of API Gateway without a message', block, json(500, { message: null })],
    ['a success without a body', { method: 'HEAD', path: '/health' }, { ...json(200, {}), text: '' }],
    ['404 for a path without a route', { method: 'GET', path: '/nowhere' }, json(404, { message: 'Not Found' })],
    ['404 for a path that lacks an id', { method: 'GET', path: '/webhooks/' }, json(404, { message: 'Not Found' })],
    ['a preflight response', { method: 'OPTIONS', path: '/block' }, { status: 204, contentType: null, text: '' }],
  ])('is %s', (_, request, response) => {
    expect(misfitOf(request, response)).toBeUndefined();
  });
});

describe('a response that the OpenAPI document does not allow', () => {
  test.each([
    ['has another status', health, forbidden, 'the document has no status 403 of getHealth'],
    ['lacks a member', block, json(403, { status: 'error', code: 400300 }), 'the body does not fit'],
    ['has a member too many', health, json(200, { status: 'ok', more: 1 }), 'must NOT have additional properties'],
    ['has a fraction for a count', block, json(403, { status: 'error', code: 0.5, message: '' }), 'must be integer'],
    ['has a body for HEAD', { method: 'HEAD', path: '/health' }, json(200, { status: 'ok' }), 'has a body'],
    ['is not JSON', health, { ...json(200, {}), text: 'ok' }, 'the body is not JSON'],
    [
      'has another type',
      health,
      { ...json(200, { status: 'ok' }), contentType: 'text/plain' },
      'the content-type is text',
    ],
    ['comes from a path without a route', { method: 'GET', path: '/nowhere' }, json(200, {}), 'no such route'],
  ])('%s', (_, request, response, problem) => {
    expect(misfitOf(request, response)).toContain(problem);
  });

  test('is noted for the test that got it, unless its path is none of the API', () => {
    expectDocumented({ method: 'GET', path: '/admin/config.json' }, forbidden);
    expectDocumented(block, forbidden);
    expect(undocumented).toEqual([]);
    expectDocumented(health, forbidden);
    expect(undocumented).toEqual([expect.stringMatching(/^GET \/health: .*, in 403 \{"status":"error"/)]);
  });
});
