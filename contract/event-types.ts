/** The route that explains what a webhook can ask for: the catalogue of events.md with descriptions and samples. */
import * as v from 'valibot';
import { defineRoute, noBody, nothing } from './route.ts';

/** An event name, what it means, the documented keys of `data`, and a sample of `data` that ingest accepts. */
export const EventTypeAnswer = v.object({
  event: v.string(),
  description: v.string(),
  keys: v.array(v.string()),
  sample: v.record(v.string(), v.unknown()),
});
export type EventTypeAnswer = v.InferOutput<typeof EventTypeAnswer>;

export const listEventTypes = defineRoute({
  operationId: 'listEventTypes',
  method: 'GET',
  path: '/event-types',
  summary: 'List event types',
  description:
    'Every event name of the catalogue. Other well-formed names are delivered, too: this is what the platform emits, not what is allowed.',
  role: 'admin',
  feature: 'webhooks',
  query: nothing,
  body: noBody,
  response: { status: 200, description: 'The whole catalogue.', body: v.object({ results: v.array(EventTypeAnswer) }) },
});
