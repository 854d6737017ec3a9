/** The document in version 3.0; a linter checks its structure in test/proof/generated-clients. */
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { openApi30 } from '../../contract/openapi-3-0.ts';
import document from '../../lambdas/api/openapi.generated.json' with { type: 'json' };

const Members = v.record(v.string(), v.unknown());
const converted = v.parse(
  v.looseObject({ paths: Members, components: v.looseObject({ schemas: Members }) }),
  openApi30(document),
);
const schemaWith = (schema: object) => openApi30({ info: {}, components: { schemas: { One: schema } } });

test('the document in version 3.0 has the same operations and schemas, and nothing that only 3.1 has', () => {
  const { paths, components } = document;
  expect(converted).toMatchObject({ openapi: '3.0.3' });
  expect(Object.keys(converted.paths)).toEqual(Object.keys(paths));
  expect(Object.keys(converted.components.schemas)).toEqual(Object.keys(components.schemas));
  expect(converted).not.toHaveProperty('webhooks');
});

// https://spec.openapis.org/oas/v3.0.4.html: of JSON Schema Draft Wright-00, where `required` has one element at least.
test('an object in version 3.0 has no empty list of required fields', () => {
  expect(JSON.stringify(converted)).toContain('"required":["');
  expect(JSON.stringify(converted)).not.toContain('"required":[]');
});

test.each([
  ['a constant is an enum of one value', { const: 'a' }, { enum: ['a'] }],
  ['an example stands alone', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
  ['what may be null is nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'a union with null has its first option nullable',
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    { anyOf: [{ type: 'string', nullable: true }, { type: 'integer' }] },
  ],
  [
    'a reference with a description is the only part of a whole',
    { properties: { a: { $ref: '#/components/schemas/One', description: 'b' } } },
    { properties: { a: { allOf: [{ $ref: '#/components/schemas/One' }], description: 'b' } } },
  ],
  [
    'fields that are called like keywords stay fields',
    { properties: { const: { type: 'string' }, examples: { type: 'string' } }, propertyNames: { type: 'string' } },
    { properties: { const: { type: 'string' }, examples: { type: 'string' } } },
  ],
  ['a time has no pattern beside its format', { format: 'date-time', pattern: '^2' }, { format: 'date-time' }],
  ['values stay as they are', { example: { const: 1 }, default: { examples: [1] } }, undefined],
])('in version 3.0 %s', (_, schema, expected) => {
  expect(schemaWith(schema)).toMatchObject({ components: { schemas: { One: expected ?? schema } } });
  expect(JSON.stringify(schemaWith(schema))).not.toMatch(/"(propertyNames|pattern)"/);
});

test('in version 3.0 a response with a description of its own is not a reference', () => {
  const components = { responses: { Unavailable: { description: 'No.', content: {} } } };
  const $ref = '#/components/responses/Unavailable';
  const responses = { 500: { $ref, description: 'Some may be done.' }, 503: { $ref } };
  expect(openApi30({ info: {}, components, responses })['responses']).toEqual({
    500: { description: 'Some may be done.', content: {} },
    503: { $ref },
  });
  expect(() => openApi30({ info: {}, responses })).toThrow('The document has no #/components/responses/Unavailable.');
});

test('a type that version 3.0 can not say is refused', () => {
  expect(() => schemaWith({ type: ['string', 'integer'] })).toThrow('OpenAPI 3.0 has no type ["string","integer"].');
  expect(() => schemaWith({ anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] })).toThrow(
    'needs an option',
  );
});
