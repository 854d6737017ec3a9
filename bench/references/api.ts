/** The routes that use no table, by hand (lambdas/api, and the catalogue of events). */
import { eventTypes } from '../../contract/event-catalogue.ts';
import { eventDescriptions } from '../../contract/event-descriptions.ts';
import { eventSample } from '../../contract/event-samples.ts';
import document from '../../lambdas/api/openapi.generated.json' with { type: 'json' };
import { answer, type Reference } from './reference.ts';

export const getHealth: Reference = async () => answer(200, { status: 'ok' });

export const getOpenApi: Reference = async () => answer(200, document);

const catalogue = () =>
  [...eventTypes.values()].map(({ name, keys }) => ({
    event: name,
    description: eventDescriptions[name] ?? '',
    keys: [...keys],
    sample: eventSample(name),
  }));

export const listEventTypes: Reference = async () => answer(200, { results: catalogue() });
