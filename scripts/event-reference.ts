/** The page about the events of the catalogue, generated from the JSON Schemas and the samples of their `data`. */

import { wrapped } from '../bin/prove/markdown.ts';
import { type EventType, eventTypes } from '../contract/event-catalogue.ts';
import { eventSample } from '../contract/event-samples.ts';
import type { JsonSchema } from '../contract/json-schemas.ts';
import { apiPage, fence } from './api-samples.ts';
import { eventJsonSchema } from './event-payloads.ts';
import { jsonText } from './sample-text.ts';

export const EVENT_PAGE = 'api/event-types.md';

type Properties = NonNullable<JsonSchema['properties']>;

/** The page, by its path. */
export function eventReference(): Readonly<Record<string, string>> {
  const families = Map.groupBy(eventTypes.values(), ({ name }) => name.slice(0, name.lastIndexOf('.')));
  const lines = [
    '# Event types',
    '',
    `This page lists all events in the [catalogue](docs/spec/events.md#catalogue), and the documented members of their \`data\`. [\`GET /event-types\`](../${apiPage('Events')}.md#list-event-types) returns the same information as JSON, with a JSON Schema and a sample for each event. The command \`npm run generate\` generates this page from \`contract/\`.`,
    '',
    'A member in **bold** is required: if an event lacks this member, or the member has another type, `POST /events` refuses the event. The section "[Payload checks](docs/spec/events.md#payload-checks)" describes these checks. All other members can be absent or `null`. The service does not check the types of the other members, except the `parentId` of comments. Every object can have further members. The section "[Changes of payloads](docs/spec/events.md#changes-of-payloads)" says what can change.',
    '',
    'In the samples, only the members that this page lists are documented. A time is a string in the format ISO 8601. Your back end posts most of the events. The specification also describes the payloads that the service itself makes: those of [notices](docs/spec/notices.md#payload-of-a-notice), and those of [events of blocks](docs/spec/blocking.md#events-of-blocks).',
    '',
    ...[...families].flatMap(([family, events]) => familySection(family, events)),
    '## Members of data',
    '',
    ...[...usualTypes()].toSorted().map(([key, type]) => `- \`${key}\`: ${type}`),
    '',
    '## Objects',
    '',
    ...[...definitions()].flatMap(([name, schema]) => [`### ${name}`, '', ...membersOf(schema), '']),
  ];
  const text = lines.join('\n').replaceAll('](docs/', '](../').trimEnd();
  return { [`docs/${EVENT_PAGE}`]: wrapped(`${text}\n`) };
}

function familySection(family: string, events: readonly EventType[]): string[] {
  const [first] = events;
  if (first === undefined) return [];
  return [
    `## Events of ${family}`,
    '',
    ...events.map(eventLine),
    '',
    `A sample of the \`data\` of \`${first.name}\`:`,
    '',
    ...fence('json', jsonText(eventSample(first.name))),
  ];
}

/** The members of an event, with the types that are not the usual ones. */
function eventLine(eventType: EventType): string {
  const { properties = {}, required = [] } = eventJsonSchema(eventType);
  const members = Object.entries(properties).map(([key, schema]) =>
    required.includes(key) ? `**\`${key}\`** (${typeText(schema)})` : `\`${key}\``,
  );
  return `- \`${eventType.name}\`: ${eventType.description} Members: ${members.join(', ')}.`;
}

/** The type of each key, where the service does not check it. */
function usualTypes(): ReadonlyMap<string, string> {
  return new Map(
    [...eventTypes.values()].flatMap((eventType) => {
      const { properties = {}, required = [] } = eventJsonSchema(eventType);
      return Object.entries(properties)
        .filter(([key]) => !required.includes(key))
        .map(([key, schema]) => [key, typeText(schema)] as const);
    }),
  );
}

/** The named objects that events have, by name. */
function definitions(): ReadonlyMap<string, JsonSchema> {
  const all = [...eventTypes.values()].flatMap((eventType) => Object.entries(eventJsonSchema(eventType).$defs ?? {}));
  return new Map(
    all
      .filter((entry): entry is [string, JsonSchema] => typeof entry[1] === 'object')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const membersOf = ({ properties = {}, required = [] }: JsonSchema): string[] =>
  Object.entries(properties).map(([name, schema]) => {
    const code = `\`${name}\``;
    return `- ${required.includes(name) ? `**${code}**` : code}: ${typeText(schema)}`;
  });

/** The type in words; empty for any type. It lacks `null`, which the page allows for all members that are not checked. */
function typeText(schema: Properties[string]): string {
  if (typeof schema === 'boolean') return '';
  const { $ref, anyOf, type, const: value, not, format, items, prefixItems, properties } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace('#/$defs/', '');
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (anyOf !== undefined) return anyOf.map(typeText).filter(Boolean).join(' or ');
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  const types = [type].flat().filter((one) => one !== undefined && isNotNull(one));
  if (format === 'date-time') return 'time';
  if (typeof not === 'object' && not.const !== undefined) return `${types.join(' or ')} other than \`${not.const}\``;
  if (properties !== undefined && Object.keys(properties).length > 0)
    return `object with ${Object.entries(properties)
      .map(([name, member]) => `\`${name}\` (${typeText(member)})`)
      .join(', ')}`;
  if (items === undefined || Array.isArray(items)) return types.join(' or ');
  const element = typeText(items);
  const [first] = prefixItems ?? [];
  if (first === undefined) return element === '' ? 'array' : `array of ${element}`;
  return `array whose first element is ${typeText(first)}, and whose other elements are ${element}`;
}

const isNotNull = (type: string): boolean => type !== 'null';
