import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { openApiDocument } from '../../contract/openapi.ts';

const Parameter = v.looseObject({ name: v.string(), schema: v.looseObject({}) });
const Operation = v.looseObject({ tags: v.array(v.string()), parameters: v.optional(v.array(Parameter), []) });
const Document = v.looseObject({
  tags: v.array(v.looseObject({ name: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.looseObject({ schemas: v.record(v.string(), v.unknown()) }),
});

describe('the OpenAPI document', () => {
  const document = v.parse(Document, JSON.parse(JSON.stringify(openApiDocument('0.0.0'))));
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const references = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  );

  test('has each operation in one group, and no group without one', () => {
    expect(operations.every(({ tags }) => tags.length === 1)).toBe(true);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(document.tags.map(({ name }) => name)));
  });

  test('has counts of a query as integers with their bounds', () => {
    const counts = operations.flatMap(({ parameters }) =>
      parameters.filter(({ name }) => ['limit', 'hours'].includes(name)).map(({ schema }) => schema),
    );
    expect(counts).toHaveLength(3);
    for (const schema of counts) {
      expect(schema).toMatchObject({
        type: 'integer',
        minimum: 1,
        maximum: expect.any(Number),
        default: expect.any(Number),
      });
      expect(schema).not.toHaveProperty('pattern');
    }
  });

  test('refers to every named schema, and only to those that it has', () => {
    expect(references).toEqual(new Set(Object.keys(document.components.schemas)));
  });
});
