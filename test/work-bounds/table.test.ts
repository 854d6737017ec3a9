/** The table is complete: a new route, function, command or screen of untrusted text has a row, or is named here. */
import { describe, expect, test } from '@jest/globals';
import type { RouteDefinition } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { handlerOf, handlers } from '../../lib/functions/handlers.ts';
import { placesOf } from './schema-places.ts';
import { table } from './table.ts';

/** What runs by the clock reads nothing; nor do routes without a body, a query and a parameter. */
const SWEEP = 'delivery/sweep';
const isOperation = (name: string): name is OperationId => name in routes;
const hasText = ({ body, query, parameters }: RouteDefinition): boolean =>
  [body, query, parameters].some((schema) => schema !== undefined);
const withoutText = Object.keys(routes)
  .filter(isOperation)
  .filter((operation) => !hasText(routes[operation]))
  .map(handlerOf);

test('every function of the service has a row, or reads nothing from outside', () => {
  const covered = new Set<string>([...table.flatMap(({ places }) => places), ...withoutText]);
  expect(handlers.filter((handler) => !covered.has(handler))).toEqual([SWEEP]);
});

test('a row has a name of its own, and shapes', () => {
  expect(table.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) !== index)).toEqual([]);
  expect(table.filter(({ shapes }) => Object.keys(shapes).length === 0)).toEqual([]);
});

describe('every route', () => {
  test.each(Object.values(routes))('$operationId has a row for each place of its body', (definition) => {
    const body = 'body' in definition ? definition.body : undefined;
    const places = body === undefined ? [] : placesOf(body.schema);
    const rows = table.filter(({ name }) => name.startsWith(`the body of ${definition.operationId}: `));
    expect(new Set(rows.map(({ name }) => name)).size).toBe(new Set(places.map(({ path }) => path.join('.'))).size);
  });
});
