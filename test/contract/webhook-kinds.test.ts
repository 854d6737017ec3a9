/** Which fields the kinds of webhooks have, as the table of the specification says it. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { routes } from '../../contract/routes.ts';
import { parseOrRefuse } from '../../lambdas/shared/request.ts';
import { refuseMisplaced } from '../../lambdas/webhooks/allowed-configuration.ts';
import { afterWrite, configurationWrite } from '../../lambdas/webhooks/configuration-write.ts';
import fc from '../support/fast-check.ts';
import { webhookOfTests } from '../support/samples.ts';

const url = 'https://hooks.example.com/';
const eventBus = 'arn:aws:events:eu-west-1:111122223333:event-bus/a';
const kinds = { url: { url }, eventBus: { eventBus }, pull: { pull: true } } as const;
type Kind = keyof typeof kinds;
const names: readonly Kind[] = ['url', 'eventBus', 'pull'];

const specification = readFileSync('docs/spec/webhooks.md', 'utf8');
const rows = [...specification.matchAll(/^\| `(\w+)` +\| (yes|no) +\| (yes|no) +\| (yes|no) +\|$/gm)];
/** The fields of the table, each with the kinds that have it. */
const table = new Map(
  rows.map(([, field = '', ...has]) => [field, names.filter((_, column) => has[column] === 'yes')] as const),
);

const set = fc.record(
  {
    events: fc.constantFrom<string[]>(['*'], ['shop.*']),
    filter: fc.constantFrom({ data: { a: [1] } }, null),
    description: fc.constantFrom('', 'x'),
    enabled: fc.boolean(),
    headers: fc.constantFrom<Record<string, string>>({}, { 'x-a': '' }),
    legacySignature: fc.boolean(),
    maxRequestsPerSecond: fc.constantFrom(null, 2),
    maxConcurrentRequests: fc.constantFrom(null, 2),
  },
  { requiredKeys: [] },
);
const defaults = { headers: {}, legacySignature: false, maxRequestsPerSecond: null, maxConcurrentRequests: null };

/** The fields that the table refuses of a webhook of this kind. */
const misplacedOf = (kind: Kind, fields: object): readonly string[] =>
  Object.entries(fields)
    .filter(([name, value]) => {
      const isDefault = JSON.stringify(value) === JSON.stringify(Reflect.get(defaults, name));
      return !table.get(name)?.includes(kind) && value !== undefined && !isDefault;
    })
    .map(([name]) => name);

const refusal = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
};

test('the table has all fields that an admin sets', () => {
  const { url: _url, eventBus: _bus, pull: _pull, ...others } = routes.createWebhook.body.schema.pipe[0].entries;
  expect([...table.keys()].sort()).toEqual(Object.keys(others).sort());
});

test('a configuration is refused for a field that its kind lacks, which is named, and for no other', () => {
  const kind = fc.constantFrom(...names);
  fc.assert(
    fc.property(kind, set, fc.constantFrom('createWebhook', 'putWebhook'), (name, fields, route) => {
      const message = refusal(() => parseOrRefuse(routes[route].body.schema, { ...kinds[name], ...fields }));
      expect(message === undefined).toBe(misplacedOf(name, fields).length === 0);
      if (message !== undefined) expect(misplacedOf(name, fields)).toContain(message.split(' ')[0]);
    }),
  );
});

test('a change is refused for what it sets or would keep in vain, and not for what was stored before', () => {
  const destination = fc.constantFrom<{ url?: string; eventBus?: string }>({}, { url }, { eventBus });
  fc.assert(
    fc.property(fc.constantFrom(...names), set, destination, set, (name, stored, moved, fields) => {
      fc.pre(name !== 'pull' || Object.keys(moved).length === 0);
      const texts = { filter: '' };
      const { maxRequestsPerSecond, maxConcurrentRequests, ...others } = stored;
      const before = webhookOfTests({
        url: undefined,
        ...kinds[name],
        ...others,
        ...texts,
        maxRequestsPerSecond: maxRequestsPerSecond ?? undefined,
        maxConcurrentRequests: maxConcurrentRequests ?? undefined,
      });
      const { filter: _, ...requested } = { ...fields, ...moved };
      const after = afterWrite(before, configurationWrite(before, requested));
      const kind: Kind = after.pull ? 'pull' : after.url === undefined ? 'eventBus' : 'url';
      const asked: object = kind === name ? requested : { ...after, ...requested };
      const known = Object.fromEntries(Object.entries(asked).filter(([field]) => table.has(field)));
      const message = refusal(() => refuseMisplaced(before, after, requested));
      const misplaced = misplacedOf(kind, { ...known, filter: undefined });
      expect(message === undefined).toBe(misplaced.length === 0);
      if (message !== undefined) expect(misplaced).toContain(message.split(' ')[0]);
    }),
  );
});
