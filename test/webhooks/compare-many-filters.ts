/** A worker that compares an event with 400 of the dearest filters, all of them different. */
import { passes } from '../../lambdas/webhooks/subscription.ts';
import { filterShapes, largestFilter } from '../support/filter-shapes.ts';

const shape = filterShapes['many members below levels, and fifty alternatives'] ?? (() => ({}));
const text = JSON.stringify(largestFilter(shape, 4_000));
for (let n = 0; n < 400; n++) passes(text.replaceAll('"o1"', `"o1.${n}"`), () => ({}));
