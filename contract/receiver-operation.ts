/** The request to a receiver, as the OpenAPI document describes it under `webhooks`. */
import { eventSample } from './event-samples.ts';
import {
  ATTEMPT_BUDGET_MILLISECONDS,
  legacyReceiverHeader,
  receiverHeaders,
  receiverResponses,
} from './receiver-contract.ts';

const headerParameter = (name: string, description: string, required: boolean) => ({
  name,
  in: 'header',
  description,
  required,
  schema: { type: 'string' },
});

const EXAMPLE = 'channel.didCreate';

/** The request to a receiver. OpenAPI ignores parameters for `content-type`. */
export const receiverOperation = {
  operationId: 'receiveEvent',
  summary: 'Receive an event',
  description: `The request to the URL of a webhook, which the receiver implements. Verify its signature before you process the event, and respond within ${ATTEMPT_BUDGET_MILLISECONDS / 1000} s. Requests may come more than once, and in another order than the events occurred.`,
  security: [],
  parameters: [
    ...Object.entries(receiverHeaders)
      .filter(([name]) => !name.startsWith('content-'))
      .map(([name, description]) => headerParameter(name, description, true)),
    headerParameter(legacyReceiverHeader.name, legacyReceiverHeader.value, false),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          title: 'receive event request',
          type: 'object',
          properties: {
            event: { type: 'string', description: 'The event name, such as channel.didCreate.' },
            data: {
              type: 'object',
              description: 'The payload, as the platform posted it. GET /event-types has its JSON Schema.',
            },
          },
          required: ['event', 'data'],
        },
        example: { event: EXAMPLE, data: eventSample(EXAMPLE) },
      },
    },
  },
  responses: Object.fromEntries(
    Object.entries(receiverResponses).map(([status, description]) => [status, { description }]),
  ),
};
