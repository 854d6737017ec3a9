/** The page of limits names every limit that the OpenAPI document has of a request. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import document from '../../lambdas/api/openapi.generated.json' with { type: 'json' };

const BOUNDS = ['maxLength', 'maxItems', 'maximum'];
const { schemas } = document.components;

interface Bound {
  readonly field: string;
  readonly most: number;
}

/** The bounds of the fields and parameters in a part of the document, with those of schemas that it refers to. */
function boundsIn(part: unknown, field: string): readonly Bound[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = Object.entries(part).flatMap(([key, most]) =>
    BOUNDS.includes(key) && typeof most === 'number' ? [{ field, most }] : [],
  );
  const name = '$ref' in part ? `${part.$ref}`.replace('#/components/schemas/', '') : '';
  const referred = Object.entries(schemas).find(([one]) => one === name);
  const within = Object.entries(part).flatMap(([key, value]) => {
    if (key === 'properties') return Object.entries(value).flatMap(([one, schema]) => boundsIn(schema, one));
    return boundsIn(value, 'name' in part && typeof part.name === 'string' ? part.name : field);
  });
  return [...own, ...within, ...(referred === undefined ? [] : boundsIn(referred[1], field))];
}

const Operation = v.object({ parameters: v.optional(v.unknown()), requestBody: v.optional(v.unknown()) });
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const bounds = operations.flatMap((operation) => {
  const { parameters, requestBody } = v.parse(Operation, operation);
  return [...boundsIn(parameters, ''), ...boundsIn(requestBody, '')];
});

/** Values that are no limits: what HTTP and JavaScript have, and the form of a time or an id. */
const others = [
  'statusCode',
  'blockUserId',
  'expiresAt',
  'since',
  'until',
  'occurredAt',
  'readAt',
  'askedAt',
  'webhookId',
];
/** Rows that call a field by another name. */
const rows: Readonly<Record<string, string>> = {
  actorId: 'user id',
  addresses: 'address',
  after: 'cursor (`after`)',
  deliveryIds: 'delivery ids',
  description: 'description',
  event: '[name]',
  eventId: '[id]',
  events: 'events',
  expiresInSeconds: 'seconds until a block',
  headers: 'value of a custom header',
  hours: 'hours of',
  id: '[id]',
  'idempotency-key': '[idempotency key]',
  limit: 'entries per page',
  maxConcurrentRequests: 'requests in flight',
  maxRequestsPerSecond: 'requests that begin in a second',
  overlapHours: 'delay of a rotation',
  sessionSeconds: 'seconds of a session',
  start: 'entries per page',
  takesEffectInHours: 'delay of a rotation',
  traceparent: '[trace]',
  url: '[URL]',
};

const page = readFileSync('docs/guides/limits.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'));

test('the page of limits has each bound of a field of a request', () => {
  const missing = bounds
    .filter(({ field }) => !others.includes(field))
    .filter(({ field, most }) => {
      const text = most.toLocaleString('en');
      return !page.some((row) => row.includes(rows[field] ?? `unknown field ${field}`) && row.includes(text));
    });
  expect(bounds.length).toBeGreaterThan(60);
  expect(missing).toEqual([]);
});
