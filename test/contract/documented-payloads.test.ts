/** Samples, JSON Schemas and what ingest checks are about the same payloads (docs/spec/events.md#payload-types). */
import { describe, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { isNotice, NoticeName } from '../../contract/event-names.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { ingestEvents } from '../../contract/events.ts';
import { NoticeBody } from '../../contract/notices.ts';
import served from '../../lambdas/webhooks/event-schemas.generated.json' with { type: 'json' };
import { eventJsonSchemasText } from '../../scripts/event-payloads.ts';
import { membersOf } from '../support/members.ts';

const names = [...eventTypes.keys()];
const posted = names.filter((event) => !isNotice(event));
const schemas: Readonly<Record<string, Record<string, unknown>>> = served;
const schemaOf = (event: string): Record<string, unknown> => schemas[event] ?? {};
const namesIn = (object: unknown): readonly string[] => Object.keys(membersOf(object));
const ajv = new Ajv2020({ allowUnionTypes: true, strictTuples: false });
ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
const validators = new Map<string, ValidateFunction>();

function fitsSchema(event: string, data: unknown): boolean {
  const validate = validators.get(event) ?? ajv.compile(schemaOf(event));
  validators.set(event, validate);
  return validate(data);
}
const isIngested = (event: string, data: unknown): boolean =>
  v.is(ingestEvents.body.schema, { events: [{ event, data }] });

/** The schema without further members, but of posts and comments: there only what the service needs is documented. */
const closed = ({ $defs, ...schema }: Record<string, unknown>) => ({
  ...schema,
  additionalProperties: false,
  $defs: Object.fromEntries(
    Object.entries(membersOf($defs)).map(([name, part]) => [
      name,
      { ...membersOf(part), ...(!/Post|Comment|Reply/.test(name) && { additionalProperties: false }) },
    ]),
  ),
});

type Path = readonly (string | number)[];

/** The paths of all members, at any depth; of an array those of its first element. */
function memberPaths(value: unknown): readonly Path[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : memberPaths(value[0]).map((path) => [0, ...path]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...memberPaths(member).map((path) => [name, ...path]),
  ]);
}

/** A copy of the value in which the member at the path is what `change` returns; without it, if that is undefined. */
function changed(value: unknown, [name, ...rest]: Path, change: () => unknown): unknown {
  if (name === undefined) return change();
  if (Array.isArray(value)) return value.map((element, i) => (i === name ? changed(element, rest, change) : element));
  const members = Object.entries(membersOf(value)).map(([key, member]): [string, unknown] => [
    key,
    key === name ? changed(member, rest, change) : member,
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

test('the schemas that the service returns are those of the documented payloads', () => {
  expect(JSON.parse(eventJsonSchemasText())).toEqual(served);
});

test.each(names)('%s has a sample that fits its JSON Schema, which documents the keys of the catalogue', (event) => {
  ajv.validate(closed(schemaOf(event)), eventSample(event));
  expect(ajv.errors).toBeNull();
  expect(namesIn(schemaOf(event)['properties']).toSorted()).toEqual([...(eventTypes.get(event)?.keys ?? [])].sort());
  expect(JSON.stringify(eventSample(event)).includes('"isDeleted":true')).toBe(event.endsWith('.didDelete'));
});

describe.each(posted)('%s', (event) => {
  const sample = eventSample(event);
  const paths = memberPaths(sample);

  test('requires the members that ingest requires, and no other', () => {
    expect(isIngested(event, sample)).toBe(true);
    for (const path of paths) {
      for (const missing of [undefined, null]) {
        const data = changed(sample, path, () => missing);
        expect({ path, missing, isAccepted: fitsSchema(event, data) }).toEqual({
          path,
          missing,
          isAccepted: isIngested(event, data),
        });
      }
    }
  });

  test('has a JSON Schema that accepts nothing that ingest refuses', () => {
    for (const path of paths) {
      for (const odd of ['', 'text', 'x'.repeat(129), 7, true, [], {}, [{}]]) {
        const data = changed(sample, path, () => odd);
        if (fitsSchema(event, data))
          expect({ path, odd, isAccepted: isIngested(event, data) }).toEqual({ path, odd, isAccepted: true });
      }
    }
  });
});

test('the named parts of the schemas have no member that no sample shows', () => {
  const shown = new Set(names.flatMap((event) => memberPaths(eventSample(event)).map((path) => path.at(-1))));
  for (const event of names) {
    for (const part of Object.values(membersOf(schemaOf(event)['$defs']))) {
      for (const member of namesIn(membersOf(part)['properties'])) expect(shown).toContain(member);
    }
  }
});

test('the sample of a notice is one that the service could send', () => {
  for (const event of NoticeName.options) expect(v.is(NoticeBody, { event, data: eventSample(event) })).toBe(true);
});
