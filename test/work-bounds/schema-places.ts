/** Where in a body, a query or a path a schema of the contract takes what: so that each place can be filled. */
import * as v from 'valibot';
import type { Schema } from '../../contract/route.ts';
import { isJsonObject } from '../../contract/schema.ts';

/** Names of members, and indexes of elements, from the root. */
export type JsonPath = readonly (string | number)[];

/** A place, and whether it takes values that have others in them. */
export interface JsonPlace {
  readonly path: JsonPath;
  readonly isSimple: boolean;
}

const Entries = v.looseObject({ entries: v.record(v.string(), v.unknown()) });
const Item = v.looseObject({ item: v.unknown() });
const Items = v.looseObject({ items: v.array(v.unknown()) });
const Wrapped = v.looseObject({ wrapped: v.unknown() });
const Options = v.looseObject({ options: v.array(v.looseObject({ kind: v.literal('schema') })) });
const Type = v.looseObject({ kind: v.literal('schema'), type: v.string() });

/** Schemas below which there are no others: those of simple values, and of whatever JSON there may be. */
const simple = ['string', 'number', 'boolean', 'picklist', 'literal', 'null'];
const open = ['custom', 'record', 'unknown', 'lazy'];

/**
 * Every place of a schema once, the root included; of a list its first element. Throws for a kind of schema that it does
 * not know, which would leave a place out.
 */
export function placesOf(schema: unknown): readonly JsonPlace[] {
  const places = Map.groupBy(placesIn(schema, []), ({ path }) => path.join('.'));
  return Array.from(places.values(), ([first, ...more]) => ({
    path: first?.path ?? [],
    isSimple: [first, ...more].every((one) => one?.isSimple),
  }));
}

function placesIn(schema: unknown, path: JsonPath): readonly JsonPlace[] {
  const { type } = v.parse(Type, schema);
  const own = { path, isSimple: false };
  const below = (key: string | number, inner: unknown) => placesIn(inner, [...path, key]);
  if (v.is(Entries, schema)) {
    return [own, ...Object.entries(schema.entries).flatMap(([name, entry]) => below(name, entry))];
  }
  if (v.is(Item, schema)) return [own, ...below(0, schema.item)];
  if (v.is(Items, schema)) return [own, ...schema.items.flatMap((one, n) => below(n, one))];
  if (v.is(Wrapped, schema)) return placesIn(schema.wrapped, path);
  if (v.is(Options, schema)) return schema.options.flatMap((one) => placesIn(one, path));
  if (simple.includes(type)) return [{ path, isSimple: true }];
  if (open.includes(type)) return [own];
  throw new Error(`The places of a schema of the type ${type} are unknown.`);
}

/** The names of the members of an object. */
export const membersOf = (schema: Schema): readonly string[] => Object.keys(v.parse(Entries, schema).entries);

/** A place that is to be filled, in the JSON of a value; no value of an example has this text. */
const HOLE = '<hole>';

/** The JSON of a value, in two parts, between which another value takes the place of what was at the path. */
export function around(value: unknown, path: JsonPath): readonly [before: string, after: string] {
  const [before = '', after = ''] = JSON.stringify(withHole(value, path)).split(JSON.stringify(HOLE));
  return [before, after];
}

function withHole(value: unknown, [key, ...rest]: JsonPath): unknown {
  if (key === undefined) return HOLE;
  if (typeof key === 'string') {
    const own: Readonly<Record<string, unknown>> = isJsonObject(value) ? value : {};
    return { ...own, [key]: withHole(own[key], rest) };
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return Object.assign([...list], { [key]: withHole(list[key], rest) });
}
