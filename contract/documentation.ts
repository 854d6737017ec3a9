/**
 * What the parts of the contract mean: a sentence and an example beside each field, a sentence beside each value, and a
 * summary, a description and an example beside each route. The OpenAPI document, the API reference and the client's
 * types are made of them (contract/json-schemas.ts, contract/routes.ts).
 *
 * No function needs them, and no bundle has them: there `doc` and `routeDoc` are empty, so that esbuild leaves their
 * calls out, together with arguments that have no effect: literals, and functions as a whole. So an argument is a
 * literal or a function.
 */
import type { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { world } from './examples.ts';

/** Set by the bundler (lib/functions/bundle.ts, panel/build.ts), and nowhere else. */
declare const WITHOUT_DOCUMENTATION: true | undefined;

/** A value of JSON Schema. */
export type Json = NonNullable<ReturnType<typeof toJsonSchema>['examples']>[number];

/** What a field, a schema or a value means. */
export interface Doc {
  readonly sentence: string;
  /** One that fits the schema. Values that are named one by one need none. */
  readonly example: Json | undefined;
}

/** A request, and the body of its successful response. */
export interface Example {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: unknown;
  readonly response: unknown;
}

/** The groups of routes, in the order of the reference. */
export const routeGroups = {
  Blocking: 'Use these routes to block and unblock users, and to find out whose content you should hide.',
  Activity: 'This route lists the activity records of a user.',
  Events: 'Use these routes to post events of your product, and to read them later.',
  Webhooks:
    'Use these routes to manage webhooks. A webhook defines which events the service sends, and where the service sends the events.',
  Deliveries: 'Use these routes to see how events were delivered to webhooks, and to send events again.',
  Receivers:
    'This page describes the requests that the service sends to receivers, and the routes that receivers call.',
  "Users' data": 'Use these routes to export and erase the blocks and the activity records of users.',
  Network:
    'Use these routes to read and change settings of a network, to create admin links, and to read the audit trail.',
  Service: 'Use these routes to check the health of the service, and to get the OpenAPI document of its API.',
} as const;

/** What a route is for. */
export interface RouteDoc<Example> {
  readonly group: keyof typeof routeGroups;
  /** Its title. */
  readonly summary: string;
  readonly description: string;
  /** What the response is on success. */
  readonly response: string;
  /** What the response is whose body has the `status` `pending`, if there is one. */
  readonly pending?: string;
  /** What the response is whose body has a `secret`, if that has a status of its own. */
  readonly created?: string;
  /** A request and the body of its successful response, about the world of contract/examples.ts. */
  readonly example: Example;
}

/** The documentation of a route, made of the world that all examples are about. */
export type MakeRouteDoc<Example> = (values: typeof world) => RouteDoc<Example>;

const fieldDocs = new WeakMap<object, Doc>();
const originals = new WeakMap<object, object>();
const valueDocs = new WeakMap<object, ReadonlyMap<string, string>>();
const routeDocs = new WeakMap<object, MakeRouteDoc<Example>>();
/** The schemas that have a name in the OpenAPI document. */
export const namedSchemas = new Map<string, v.GenericSchema<unknown, unknown>>();

/** What a field, a schema or a value means. */
// @__NO_SIDE_EFFECTS__
export function doc(sentence: string, example?: Json): Doc | undefined {
  return typeof WITHOUT_DOCUMENTATION === 'undefined' ? { sentence, example } : undefined;
}

/** A schema as the field of an object, with what it means there. */
// @__NO_SIDE_EFFECTS__
export function field<S extends v.GenericSchema<unknown, unknown>>(schema: S, meaning: Doc | undefined): S {
  if (typeof WITHOUT_DOCUMENTATION !== 'undefined' || meaning === undefined) return schema;
  const own = { ...schema };
  fieldDocs.set(own, meaning);
  originals.set(own, originals.get(schema) ?? schema);
  return own;
}

/** Gives a schema its name in the OpenAPI document, and says what it means where the name does not. */
// @__NO_SIDE_EFFECTS__
export function named<S extends v.GenericSchema<unknown, unknown>>(name: string, schema: S, meaning?: Doc): S {
  if (typeof WITHOUT_DOCUMENTATION !== 'undefined') return schema;
  namedSchemas.set(name, schema);
  if (meaning !== undefined) fieldDocs.set(schema, meaning);
  return schema;
}

/** Notes what each value of a schema means. */
export function documentValues(schema: object, meanings: Readonly<Record<string, Doc | string | undefined>>): void {
  if (typeof WITHOUT_DOCUMENTATION !== 'undefined') return;
  const sentences = Object.entries(meanings).flatMap(([value, meaning]) => {
    const sentence = typeof meaning === 'object' ? meaning.sentence : meaning;
    return sentence === undefined ? [] : [[value, sentence] as const];
  });
  valueDocs.set(schema, new Map(sentences));
}

/** The documentation of a route. */
// @__NO_SIDE_EFFECTS__
export function routeDoc<Make>(make: Make): Make | undefined {
  return typeof WITHOUT_DOCUMENTATION === 'undefined' ? make : undefined;
}

/** Notes the documentation of a route. */
export function documentRoute(route: object, make: MakeRouteDoc<Example> | undefined): void {
  if (typeof WITHOUT_DOCUMENTATION === 'undefined' && make !== undefined) routeDocs.set(route, make);
}

/** What a field or a schema means; undefined if it has no sentence. */
export const docOf = (schema: object): Doc | undefined => fieldDocs.get(schema);

/** The schema that a field has; another schema itself. */
export const originalOf = (schema: object): object => originals.get(schema) ?? schema;

/** What each value of a schema means; undefined for a schema without values. */
export const meaningsOf = (schema: object): ReadonlyMap<string, string> | undefined =>
  valueDocs.get(originalOf(schema));

/** The documentation of a route, as a function of the world. Throws for a route without one. */
export function routeDocOf(route: { readonly operationId: string }): MakeRouteDoc<Example> {
  const make = routeDocs.get(route);
  if (make === undefined) throw new Error(`The route ${route.operationId} has no documentation.`);
  return make;
}
