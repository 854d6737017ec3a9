/** The table is complete: a new route, function, command or screen of untrusted text has a row, or is named here. */
import { describe, expect, test } from '@jest/globals';
import { routes } from '../../contract/routes.ts';
import { handlers } from '../../lib/functions/handlers.ts';
import { placesOf } from './schema-places.ts';
import { table } from './table.ts';

/** Functions that read nothing from outside: no body, no query, no path; or ids and times that others have checked. */
const withoutText = [
  'api/health',
  'api/openapi',
  'auth/show-network',
  'delivery/sweep',
  'notices/send-test-notice',
  'notices/show-notice-settings',
  'statistics/list-webhook-statistics',
  'webhooks/list-event-types',
  'webhooks/list-webhooks',
];

test('every function of the service has a row, or reads nothing from outside', () => {
  const covered = new Set<string>(table.flatMap(({ places }) => places));
  expect(handlers.filter((handler) => !covered.has(handler)).toSorted()).toEqual(withoutText);
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
