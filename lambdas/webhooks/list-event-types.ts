import { eventTypes, listEventTypes } from '../../contract/event-catalogue.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { route } from '../shared/route.ts';
import document from './event-schemas.generated.json' with { type: 'json' };

const schemas: Readonly<Record<string, Record<string, unknown>>> = document;

const results = [...eventTypes.values()].map(({ name, keys, description }) => ({
  event: name,
  description,
  keys: [...keys],
  sample: eventSample(name),
  schema: schemas[name] ?? {},
}));

/** GET /event-types: the events, with a sample and a JSON Schema of each (docs/spec/events.md#catalogue). */
export const handler = route(listEventTypes, async () => ({ results }));
