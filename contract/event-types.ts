/** The route that lists the event catalogue, with descriptions and samples (docs/spec/events.md#catalogue). */
import * as v from 'valibot';
import { defineRoute, noBody, nothing } from './route.ts';

/**
 * An event name, what it means, the documented keys of `data`, a sample of `data` that ingest accepts, and the JSON Schema (draft
 * 2020-12) of the documented `data`.
 */
export const EventTypeEntry = v.object({
  event: v.string(),
  description: v.string(),
  keys: v.array(v.string()),
  sample: v.record(v.string(), v.unknown()),
  schema: v.record(v.string(), v.unknown()),
});
export type EventTypeEntry = v.InferOutput<typeof EventTypeEntry>;

export const listEventTypes = defineRoute({
  operationId: 'listEventTypes',
  method: 'GET',
  path: '/event-types',
  summary: 'List event types',
  description:
    'Every event name of the catalogue: what the platform emits, with a sample and a JSON Schema (draft 2020-12) of its `data`. The schema is documentation: only its required members are checked when events are posted. Other well-formed names are accepted and delivered, too.',
  role: 'viewer',
  feature: 'webhooks',
  query: nothing,
  body: noBody,
  response: { status: 200, description: 'The whole catalogue.', body: v.object({ results: v.array(EventTypeEntry) }) },
});
