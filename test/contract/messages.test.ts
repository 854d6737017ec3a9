/** What a caller reads about a malformed request is a sentence of the contract, not of the validation library. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { ON_BEHALF_OF, OnBehalfOf } from '../../contract/access.ts';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { type JsonSchema, wholeJsonSchema } from '../../contract/json-schemas.ts';
import type { RouteDefinition, Schema } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { anyText } from '../support/any-text.ts';
import fc from '../support/fast-check.ts';

type Values = fc.Arbitrary<unknown>;

const strings = fc.oneof(fc.constantFrom('', 'x'.repeat(5_000)), anyText);
/** What a JSON text can contain: `1e999` is read as Infinity. */
const jsonValues: Values = fc.oneof(
  fc.constantFrom(null, true, -1, 1.5, 2 ** 53, Number.MAX_VALUE, Number.POSITIVE_INFINITY, [], [[]], {}),
  fc.jsonValue({ maxDepth: 2 }),
  strings,
);
const queryValues: Values = fc.oneof(strings, fc.oneof(fc.nat(2_000), fc.double()).map(String), fc.array(strings));

describe('every message about a malformed request is the contract’s own', () => {
  const definitions: readonly RouteDefinition[] = Object.values(routes);
  const parts = definitions
    .flatMap(({ operationId, parameters, query, body }) => [
      { part: 'path', operationId, schema: parameters, wrong: queryValues },
      { part: 'query string', operationId, schema: query, wrong: queryValues },
      { part: 'body', operationId, schema: body?.schema, wrong: jsonValues },
    ])
    .flatMap(({ schema, ...part }) => (schema === undefined ? [] : [{ ...part, schema }]));

  test.each(parts)('in the $part of $operationId', ({ schema, wrong }) => {
    expectOwnMessages(schema, partlyWrong(wholeJsonSchema(schema, 'input'), wrong), 100);
  });

  test('in the header that names a user, which must not be two', () => {
    expect(v.is(OnBehalfOf, { [ON_BEHALF_OF]: 'a,b' })).toBe(false);
    expectOwnMessages(
      OnBehalfOf,
      fc.oneof(fc.constantFrom('%zz', 'a,b'), strings).map((id) => ({ [ON_BEHALF_OF]: id })),
      100,
    );
  });

  test('in the payloads of events', () => {
    const requests = fc
      .constantFrom(...eventTypes.keys())
      .chain((event) => damaged(eventSample(event)).map((data) => ({ events: [{ event, data }] })));
    expectOwnMessages(routes.ingestEvents.body.schema, requests, 500);
  });
});

function expectOwnMessages(schema: Schema, inputs: Values, numRuns: number): void {
  const refused = fc.property(inputs, (input) => {
    for (const { message } of v.safeParse(schema, input).issues ?? []) {
      expect(message).toMatch(/\bmust /);
      expect(message).not.toMatch(/^Invalid |\bexpected\b|\breceived\b/i);
    }
  });
  fc.assert(refused, { numRuns });
}

/** Values of the schema's shape, in which any part may be missing or wrong. */
function partlyWrong({ properties, items, anyOf = [] }: JsonSchema, wrong: Values): Values {
  const shapes = [
    ...(properties === undefined ? [] : [objects(properties, (part) => partOf(part, wrong))]),
    ...(items === undefined || Array.isArray(items) ? [] : [fc.array(partOf(items, wrong))]),
    ...anyOf.map((option) => partOf(option, wrong)),
  ];
  return fc.oneof(wrong, ...shapes.map((arbitrary) => ({ arbitrary, weight: 4 })));
}

const partOf = (schema: JsonSchema | boolean, wrong: Values): Values =>
  typeof schema === 'boolean' ? wrong : partlyWrong(schema, wrong);

/** The value, in which any part may be missing or wrong. */
function damaged(value: unknown): Values {
  return fc.oneof(jsonValues, { arbitrary: withDamagedParts(value), weight: 9 });
}

function withDamagedParts(value: unknown): Values {
  if (Array.isArray(value)) return fc.tuple(...value.map(damaged));
  if (typeof value === 'object' && value !== null) return objects({ ...value }, damaged);
  return fc.constant(value);
}

const objects = <T>(parts: Readonly<Record<string, T>>, valuesOf: (part: T) => Values): Values =>
  fc.record(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, valuesOf(part)])), {
    requiredKeys: [],
  });
