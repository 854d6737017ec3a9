import { eventTypes } from '../../contract/event-catalogue.ts';
import { eventDescriptions } from '../../contract/event-descriptions.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { listEventTypes } from '../../contract/event-types.ts';
import { route } from '../shared/route.ts';

const results = [...eventTypes.values()].map(({ name, keys }) => ({
  event: name,
  description: eventDescriptions[name] ?? '',
  keys: [...keys],
  sample: eventSample(name),
}));

/** GET /event-types: the catalogue of events, with a sample of each (docs/spec/events.md#catalogue). */
export const handler = route(listEventTypes, async () => ({ results }));
