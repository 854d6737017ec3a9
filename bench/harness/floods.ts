/** The floods of the benchmark of networks: what a network has that takes from another one as much as it may. */
import { MAX_FILTER_BYTES } from '../../contract/event-filter.ts';
import { MAX_WEBHOOK_HEADERS } from '../../contract/webhook-headers.ts';
import { filterShapes, largestFilter } from '../../test/support/filter-shapes.ts';
import { type Behaviour, ECHOED } from './receivers.ts';

/** Receivers of a flood, how many events it has in a request, and what else is dear about its webhooks. */
export interface Flood {
  readonly name: string;
  readonly behaviour: Behaviour | 'down';
  readonly perRequest: number;
  /** What the webhook of a number has besides its URL. */
  readonly configuration?: (n: number) => object;
  readonly data?: object;
}

export const floods: readonly Flood[] = [
  { name: 'stalling receivers', behaviour: 'never', perRequest: 20 },
  { name: 'receivers that are down', behaviour: 'down', perRequest: 20 },
  { name: 'fast receivers', behaviour: 0, perRequest: 20 },
  { name: 'receivers that respond with 404', behaviour: 'refusing', perRequest: 20 },
  { name: 'slow receivers', behaviour: 400, perRequest: 20 },
  { name: 'many small requests', behaviour: 0, perRequest: 1 },
  { name: 'the dearest filters', behaviour: 0, perRequest: 20, configuration: dearFilter, data: dearData() },
  { name: 'the dearest headers and responses', behaviour: 'echoing', perRequest: 20, configuration: dearHeaders },
];

/** The dearest filters that the limits allow, hardly one like another: a process prepares each by itself. */
function dearFilter(n: number): object {
  const shapes = Object.values(filterShapes);
  const shape = shapes[n % shapes.length] ?? (() => ({}));
  const text = JSON.stringify(largestFilter(shape, MAX_FILTER_BYTES - 1));
  return { filter: JSON.parse(text.replace('[1]', `[${n + 10}]`)) };
}

/** Members that the filters name, each a list in which they look at every element. */
function dearData(): object {
  const list = Array.from({ length: 60 }, (_, n) => ({ l0: n, a: [{ a: n }] }));
  return Object.fromEntries(['a', 'b', 'c', 'l0', 'l1', 'o0', 'm0'].map((name) => [name, list]));
}

/** As many custom headers as there may be, as long as they may be, and alike. */
function dearHeaders(n: number): object {
  const value = (header: number): string => `${ECHOED.repeat(1_000)}${n}-${header}`;
  return { headers: Object.fromEntries(Array.from({ length: MAX_WEBHOOK_HEADERS }, (_, n) => [`x-${n}`, value(n)])) };
}
