/** The types of events for receivers and platforms, generated from the documented payloads. */
import { documentedPayload, payloadParts } from '../contract/documented-payloads.ts';
import { type EventType, eventDescriptions, eventTypes } from '../contract/event-catalogue.ts';
import { typeOf } from './schema-types.ts';

const parts = Object.entries(payloadParts);
const names = new Map<unknown, string>(parts.map(([name, schema]) => [schema, name]));

/** The whole module. It imports nothing. */
export function clientEvents(): string {
  return [
    '/**',
    ' * The events of the catalogue, with the documented members of their `data`. Generated from `contract/` by `npm run generate`.',
    ' *',
    ' * The service only checks the members that are required here. Optional ones may also be null, and platforms may send other',
    ' * types and further members: these types are documentation for them, not a promise.',
    ' */',
    '',
    '/** An object whose members are not documented. */',
    'export type JsonObject = { readonly [member: string]: unknown };',
    '',
    ...parts.flatMap(([name, schema]) => [
      `export type ${name} = ${typeOf(schema, { names: without(schema), isInput: true })};`,
      '',
    ]),
    '/** The `data` of each event, by its name. */',
    'export type EventPayloads = {',
    ...[...eventTypes.values()].flatMap((eventType: EventType) => [
      `  /** ${eventDescriptions[eventType.name]} */`,
      `  readonly '${eventType.name}': ${typeOf(documentedPayload(eventType), { names, isInput: true })};`,
    ]),
    '};',
    '',
    '/** The names of the catalogue. */',
    'export const knownEventNames = [',
    ...[...eventTypes.keys()].map((name) => `  '${name}',`),
    '] as const satisfies readonly (keyof EventPayloads)[];',
    '',
    '/** A name of the catalogue. */',
    'export type KnownEventName = (typeof knownEventNames)[number];',
    '',
    '/** An event of the catalogue: comparing `event` with a name narrows `data`. */',
    'export type KnownEvent = {',
    '  [Name in KnownEventName]: { readonly event: Name; readonly data: EventPayloads[Name] };',
    '}[KnownEventName];',
    '',
    '/** An event that may not be in the catalogue: platforms may post any well-formed name. */',
    'export type UnknownEvent = { readonly event: string; readonly data: JsonObject };',
    '',
    '/** Any event: the body of a webhook request. */',
    'export type PlatformEvent = KnownEvent | UnknownEvent;',
    '',
  ].join('\n');
}

/** The names of all other schemas. */
const without = (schema: unknown) => new Map([...names].filter(([one]) => one !== schema));
