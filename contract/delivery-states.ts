/**
 * The states of a delivery (docs/spec/delivery.md#delivery-states). A new state is added here, and the compiler then
 * lists every place that has to say what it means there.
 */
import type * as v from 'valibot';
import { doc, named } from './documentation.ts';
import { oneOf } from './schema.ts';

/** The state of a delivery says whether another attempt follows. */
export const DeliveryState = named(
  'DeliveryState',
  oneOf(
    {
      delivered: doc('An attempt succeeded.'),
      retrying: doc('Another attempt follows.'),
      failed: doc('The delivery has failed. The service attempts the delivery again only on request.'),
    },
    'must be delivered, retrying or failed',
  ),
  doc('The state shows whether the service will attempt the delivery again.'),
);
export type DeliveryState = v.InferOutput<typeof DeliveryState>;

const final: Readonly<Record<DeliveryState, boolean>> = { delivered: true, retrying: false, failed: true };

/** Whether a delivery stays in the state until somebody sends it again. */
export const isFinal = (state: DeliveryState): boolean => final[state];
