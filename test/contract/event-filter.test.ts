import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { eventTypes } from '../../contract/event-catalogue.ts';
import {
  canMatch,
  eventFilter,
  FilterProblem,
  filterVerdict,
  MAX_FILTER_BYTES,
  matchesFilter,
} from '../../contract/event-filter.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { WebhookFilter } from '../../contract/webhooks.ts';
import fc from '../support/fast-check.ts';

const matches = (filter: object, event: object): boolean => matchesFilter(eventFilter(filter), event);
/** AWS's patterns and events, as `data`. */
const matchesData = (pattern: object, data: object): boolean => matches({ data: pattern }, { event: 'a.b', data });

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html, with event-ruler's fields. */
const instance = {
  version: '0',
  'detail-type': 'EC2 Instance State-change Notification',
  source: 'aws.ec2',
  time: '2017-10-02T18:43:48Z',
  detail: { 'instance-id': 'i-1234567890abcdef0', state: 'terminated', 'c-count': 5, 'd-count': 3, 'x-limit': 301.8 },
};
const { detail } = instance;
const inDetail = (pattern: object) => ({ detail: pattern });
const withDetail = (fields: object) => ({ ...instance, detail: { ...detail, ...fields } });
const launched = { eventVersion: '', responseElements: null };
const employees = [
  { firstName: 'John', lastName: 'Doe' },
  { firstName: 'Anna', lastName: 'Smith' },
  { firstName: 'Peter', lastName: 'Jones' },
];
const metricOrNamespace = [{ metricName: ['CPUUtilization', 'ReadLatency'] }, { namespace: ['AWS/EC2', 'AWS/ES'] }];
const nested = {
  source: ['aws.cloudwatch'],
  $or: [
    { metricName: ['CPUUtilization', 'ReadLatency'] },
    { metricType: ['MetricType'], namespace: ['AWS/EC2', 'AWS/ES'], $or: [{ metricId: [1234] }, { spaceId: [1000] }] },
    { scope: ['Service'] },
  ],
};
const counts = {
  $or: [
    { 'c-count': [{ numeric: ['>', 0, '<=', 5] }] },
    { 'd-count': [{ numeric: ['<', 10] }] },
    { 'x-limit': [{ numeric: ['=', 3.018e2] }] },
  ],
};

const pages: Readonly<Record<string, readonly (readonly [pattern: object, event: object, answer: boolean])[]>> = {
  'eb-event-patterns': [
    [{ source: ['aws.ec2'], detail: { state: ['terminated'] } }, instance, true],
    [{ source: ['aws.ec2'], detail: { state: ['running'] } }, instance, false],
  ],
  'eb-event-patterns-arrays': [
    [{ resources: ['i-1', 'i-2'] }, { resources: ['i-0', 'i-2'] }, true],
    [{ resources: ['i-1'] }, { resources: [] }, false],
  ],
  'eb-event-patterns-null-values': [
    [inDetail({ eventVersion: [''] }), { detail: launched }, true],
    [inDetail({ responseElements: [null] }), { detail: launched }, true],
    [inDetail({ eventVersion: [null] }), { detail: launched }, false],
    [inDetail({ responseElements: [''] }), { detail: launched }, false],
  ],
  'eb-create-pattern-operators': [
    [{ time: [{ prefix: '2017-10-02' }] }, instance, true],
    [{ time: [{ prefix: '2017-10-03' }] }, instance, false],
    [
      inDetail({ service: [{ prefix: { 'equals-ignore-case': 'EventB' } }] }),
      { detail: { service: 'EVENTBUS' } },
      true,
    ],
    [{ FileName: [{ suffix: '.png' }] }, { FileName: 'a.png' }, true],
    [{ FileName: [{ suffix: '.png' }] }, { FileName: 'a.PNG' }, false],
    [inDetail({ FileName: [{ suffix: { 'equals-ignore-case': '.png' } }] }), { detail: { FileName: 'a.PNG' } }, true],
    ...['initializing', ['stopped', 'overloaded'], { prefix: 'init' }, { suffix: ['ing', 'ed!'] }].map(
      (but) => [inDetail({ state: [{ 'anything-but': but }] }), instance, true] as const,
    ),
    ...['terminated', ['stopped', 'terminated'], { prefix: ['init', 'term'] }, { suffix: 'ed' }].map(
      (but) => [inDetail({ state: [{ 'anything-but': but }] }), instance, false] as const,
    ),
    [
      inDetail({ state: [{ 'anything-but': { 'equals-ignore-case': ['initializing', 'Terminated'] } }] }),
      instance,
      false,
    ],
    [inDetail({ 'x-limit': [{ 'anything-but': 123 }] }), instance, true],
    [inDetail({ 'x-limit': [{ 'anything-but': [100, 200, 301.8] }] }), instance, false],
    [inDetail({ 'c-count': [{ numeric: ['>', 0, '<=', 5] }], 'd-count': [{ numeric: ['<', 10] }] }), instance, true],
    [inDetail({ 'x-limit': [{ numeric: ['=', 3.018e2] }] }), instance, true],
    [inDetail({ 'c-count': [{ numeric: ['>', 5] }] }), instance, false],
    [inDetail({ 'c-count': [{ numeric: ['>', 0] }] }), withDetail({ 'c-count': '5' }), false],
    [inDetail({ 'c-count': [{ exists: true }] }), instance, true],
    [inDetail({ 'c-count': [{ exists: false }] }), { detail: { state: ['initializing', 'running'] } }, true],
    [inDetail({ 'c-count': [{ exists: false }] }), { detail: { 'c-count': { c1: 100 } } }, true],
    [inDetail({ 'c-count': [{ exists: false }] }), instance, false],
    [{ 'detail-type': [{ 'equals-ignore-case': 'ec2 instance state-change notification' }] }, instance, true],
    [inDetail(counts), withDetail({ 'd-count': 10, 'x-limit': 0 }), true],
    [inDetail(counts), withDetail({ 'c-count': 0, 'd-count': 10, 'x-limit': 0 }), false],
  ],
  // https://github.com/aws/event-ruler#readme
  'event-ruler': [
    [{ employees: { firstName: ['Anna'] } }, { employees }, true],
    [{ employees: { firstName: ['Anna'] } }, { employees: [employees.slice(0, 2), employees.slice(2)] }, true],
    [{ employees: { firstName: ['Anna'], lastName: ['Smith'] } }, { employees }, true],
    [{ employees: { firstName: ['Anna'], lastName: ['Jones'] } }, { employees }, false],
    [{ source: ['s'], $or: metricOrNamespace }, { source: 's', namespace: 'AWS/ES' }, true],
    [{ source: ['s'], $or: metricOrNamespace }, { source: 's', namespace: 'AWS/S3' }, false],
    [nested, { source: 'aws.cloudwatch', metricType: 'MetricType', namespace: 'AWS/ES', spaceId: 1000 }, true],
    [nested, { source: 'aws.cloudwatch', metricType: 'MetricType', namespace: 'AWS/ES', spaceId: 1 }, false],
    // Its test ACMachineTest and correctness-cases.json.
    [{ d: { a: [{ exists: true }], b: [{ exists: false }] } }, { d: [{ a: 1, b: 2 }, { a: 3 }] }, true],
    [{ d: { b: [{ exists: false }] } }, { d: [{ a: 1, b: 2 }, { a: 3 }] }, false],
    [{ d: { a: [{ exists: true }] } }, { d: [] }, false],
    [{ u: { t: { k: ['color'], v: ['blue'] } } }, { u: [{ t: [{ k: 'color' }, { v: 'blue' }] }] }, false],
    [{ a: [{ 'equals-ignore-case': 'straße' }] }, { a: 'STRASSE' }, true],
    [{ a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 1 }, true],
  ],
};

describe.each(Object.entries(pages))('%s', (_page, rows) => {
  test.each(rows)('%j of %j: %s', (pattern, event, answer) => {
    expect(matchesData(pattern, event)).toBe(answer);
  });
});

const deep = Array.from({ length: 10 }).reduce<object>((inner) => ({ a: inner }), { a: ['x'] });
/** With 20 members, each combination of `$or` has 21 conditions. */
const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`m${n}`, [1]]));
const or = (count: number) => ({ $or: Array.from({ length: count }, (_, n) => ({ [`o${n}`]: [1] })) });
const three = [{ a: ['1'] }, { b: ['2'] }, { c: ['3'] }, { d: ['4'] }];

test.each<[problem: string, filter: unknown]>([
  [' must be an object', []],
  [' must be an object', {}],
  ['data must be an object', { data: ['x'] }],
  ['data must be an object', { data: {} }],
  ['data.a must be a list', { data: { a: [] } }],
  ['data.a must be an object', { data: { a: 'x' } }],
  ['detail must be event or data', { detail: { a: ['x'] } }],
  ['event.0 must be an event name', { event: ['nothing'] }],
  ['event.0 must not be the deprecated', { event: ['message.created'] }],
  ['event.0 must be an event name', { event: [`a.${'b'.repeat(99)}`] }],
  ['event.0 must be a list', { event: [{ exists: false }] }],
  ['event.0 must be a list', { event: [{ numeric: ['>', 1] }] }],
  ['data.a.1 must be a string', { data: { a: ['x', { contains: 'x' }] } }],
  ['data.a.0 must be a string', { data: { a: [{ prefix: 'x', suffix: 'y' }] } }],
  ['data.a.0 must be a string', { data: { a: [['x']] } }],
  ['data.a.0.prefix must be a string', { data: { a: [{ prefix: 1 }] } }],
  ['data.a.0.exists must be true or false', { data: { a: [{ exists: 'yes' }] } }],
  ['data.a.0.wildcard is not supported', { data: { a: [{ wildcard: '*x*' }] } }],
  ['data.a.0.cidr is not supported', { data: { a: [{ cidr: '10.0.0.0/24' }] } }],
  ['data.a.0.anything-but must be a string', { data: { a: [{ 'anything-but': ['x', 1] }] } }],
  ['data.a.0.anything-but.prefix must be', { data: { a: [{ 'anything-but': { prefix: '' } }] } }],
  ['data.a.0.numeric must be', { data: { a: [{ numeric: ['>', 5, '<', 5] }] } }],
  ['data.a.0.numeric must be', { data: { a: [{ numeric: ['<', 5, '>', 1] }] } }],
  ['data.a.1 must be a number', { data: { a: [2 ** 53 - 1, 2 ** 53] } }],
  ['data.a.1 must be a number', { data: { a: [1 - 2 ** 53, -(2 ** 53)] } }],
  ['$or must be a list of at least two', { $or: [{ data: { a: ['x'] } }] }],
  ['$or.1.data.prefix must not be', { $or: [{ data: { a: ['x'] } }, { data: { prefix: ['x'] } }] }],
  ['data.c must not make more than', { data: { $or: three, b: { $or: three }, c: { $or: three } } }],
  ['data.$or must not make more than 1000 conditions', { data: { ...twenty, ...or(48) } }],
  ['data.a must be compared once', { data: { a: ['x'], $or: [{ a: ['y'] }, { b: ['y'] }] } }],
  ['nested deeper', { data: deep }],
  [' must be at most 4096 bytes', { data: { a: ['é'.repeat(MAX_FILTER_BYTES / 2)] } }],
])('refuses with "%s…" %j', (problem, filter) => {
  const refused = (): string => {
    try {
      eventFilter(filter);
      return 'accepted';
    } catch (error) {
      return error instanceof FilterProblem ? `${error.path.join('.')} ${error.message}` : String(error);
    }
  };
  expect(refused()).toContain(problem);
});

test('refuses what is nested more deeply than a stack bears', () => {
  const deep: unknown = JSON.parse(`{"data":${'{"a":'.repeat(20_000)}["x"]${'}'.repeat(20_000)}}`);
  expect(() => eventFilter(deep)).toThrow(new FilterProblem([], 'must not be nested deeper than 10 members'));
});

test('the limits themselves are accepted', () => {
  const { combinations } = eventFilter({ data: { ...twenty, ...or(47) } });
  expect(combinations.map(({ conditions }) => conditions.length)).toEqual(Array(47).fill(21));
  const text = (bytes: number) => ({ data: { a: ['x'.repeat(bytes - '{"data":{"a":[""]}}'.length)] } });
  expect(eventFilter(text(MAX_FILTER_BYTES)).text).toHaveLength(MAX_FILTER_BYTES);
  expect(() => eventFilter(text(MAX_FILTER_BYTES + 1))).toThrow(FilterProblem);
});

test('a request’s filter is prepared with its check, and has the text that is stored', () => {
  const filter = { data: { a: ['\ud83d', 1e3], b: [{ exists: false }] } };
  const read = v.parse(WebhookFilter, filter);
  expect(read.text).toBe('{"data":{"a":["\\ud83d",1000],"b":[{"exists":false}]}}');
  expect(matchesFilter(read, { event: 'a.b', data: { a: 1000 } })).toBe(true);
});

test.each<[boolean, filter: object, patterns: string[]]>([
  [true, { data: { a: ['x'] } }, ['shop.*']],
  [true, { event: ['app.opened', 'shop.didBuy'] }, ['shop.*']],
  [false, { event: ['app.opened'] }, ['shop.*']],
  [true, { event: [{ prefix: 'shop.' }] }, ['app.*']],
  [true, { event: [{ prefix: 'shop.' }] }, ['app.opened', 'shop.didBuy']],
  [false, { event: [{ prefix: 'shop.' }] }, ['app.opened']],
])('%s: an event may match %j of those that %j let through', (expected, filter, patterns) => {
  expect(canMatch(eventFilter(filter), patterns)).toBe(expected);
});

test.each<[members: string[], filter: object]>([
  [['data.a'], { data: { a: ['x'] } }],
  [['data.b'], { data: { a: ['1'], b: ['x'] } }],
  [['data.b', 'event'], { $or: [{ data: { b: ['x'] } }, { event: ['a.c'] }] }],
  [['data.list.x', 'data.list.y'], { data: { list: { x: [1], y: [2] } } }],
])('%j decide that an event does not match', (members, filter) => {
  const event = { event: 'a.b', data: { a: '1', b: '2', list: [{ x: 1 }, { y: 2 }] } };
  expect(filterVerdict(eventFilter(filter), event)).toEqual({ matches: false, members });
});

test('the combination that holds decides that an event matches', () => {
  const filter = eventFilter({ data: { $or: [{ a: ['x'] }, { b: ['2'], c: [3] }] } });
  expect(filterVerdict(filter, { event: 'a.b', data: { b: '2', c: 3 } })).toEqual({
    matches: true,
    members: ['data.b', 'data.c'],
  });
});

test.each<[pattern: object, text: string, answer: boolean]>([
  [{ a: [1] }, '{"a":1,"a":2}', false],
  [{ a: [2] }, '{"a":1,"a":2}', true],
  [{ a: [9007199254740991] }, '{"a":9007199254740993}', false],
  [{ a: [{ numeric: ['>', 5] }] }, '{"a":9007199254740993}', true],
  [{ a: [0.1] }, '{"a":1e-1}', true],
  [{ a: ['é'] }, '{"a":"\\u00e9"}', true],
  [{ a: ['é'] }, '{"a":"e\\u0301"}', false],
  [{ a: ['\ud800'] }, '{"a":"\\ud800"}', true],
  [{ toString: [{ exists: false }] }, '{}', true],
  [{ a: { length: [{ exists: true }] } }, '{"a":"text"}', false],
])('%j of the text %s: %s', (pattern, text, answer) => {
  expect(matchesData(pattern, JSON.parse(text))).toBe(answer);
});

const scalar = fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.constant(null));
const name = fc.constantFrom('a', 'b', 'c');
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(name, tie('value'))),
}));
const data = fc.dictionary(name, json);
const text = fc.string({ maxLength: 2 });
const condition = fc.oneof(
  scalar,
  ...['prefix', 'suffix', 'equals-ignore-case'].map((operator) => text.map((one) => ({ [operator]: one }))),
  fc.array(text, { minLength: 1, maxLength: 3 }).map((list) => ({ 'anything-but': list })),
  fc.integer({ min: -9, max: 9 }).map((bound) => ({ numeric: ['>=', bound] })),
  fc.boolean().map((exists) => ({ exists })),
);
const conditions = fc.array(condition, { minLength: 1, maxLength: 3 });

test('a list of conditions, and $or, match what one of them matches', () => {
  fc.assert(
    fc.property(conditions, conditions, data, (some, others, event) => {
      const alone = (list: readonly unknown[]) => list.map((one) => matchesData({ a: { b: [one] } }, event));
      const either = [...alone(some), ...alone(others)].includes(true);
      expect(matchesData({ a: { b: [...some, ...others] } }, event)).toBe(either);
      expect(matchesData({ a: { $or: [{ b: some }, { b: others }] } }, event)).toBe(either);
    }),
  );
});

test('a condition more matches no event more, and of an array one element must meet both', () => {
  fc.assert(
    fc.property(conditions, fc.array(data, { maxLength: 4 }), (own, list) => {
      const both = { a: own, b: [{ exists: true }] };
      const inOne = list.some((element) => matchesData(both, element));
      const present = own.filter((one) => JSON.stringify(one) !== '{"exists":false}');
      fc.pre(
        present.length === own.length &&
          list.every((element) => Object.values(element).every((one) => typeof one !== 'object')),
      );
      expect(matchesData({ list: both }, { list })).toBe(inOne);
    }),
  );
});

test('anything-but is everything else that is there, of one value', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), scalar, (list, value) => {
      expect(matchesData({ a: [{ 'anything-but': list }] }, { a: value })).toBe(
        !matchesData({ a: list }, { a: value }),
      );
    }),
  );
});

test.each<[pattern: object, around: [string, string], found: boolean, missing: boolean]>([
  [{ a: ['x'] }, ['', ''], true, false],
  [{ a: [{ exists: false }] }, ['', ''], false, true],
  [{ a: { b: ['x'] } }, ['{"b":', '}'], true, false],
  [{ a: { b: [{ exists: false }] } }, ['{"b":', '}'], false, true],
  [{ a: { b: [{ exists: false }], c: ['x'] } }, ['{"c":', '}'], true, false],
])(
  '%j matches in thousands of arrays within each other what it matches in one',
  (pattern, [before, after], ...answers) => {
    for (const levels of [1, 9_000]) {
      const matchesIn = (value: string): boolean =>
        matchesData(pattern, JSON.parse(`{"a":${'['.repeat(levels)}${value}${']'.repeat(levels)}}`));
      expect(['"x"', '[]'].map((value) => matchesIn(`${before}${value}${after}`))).toEqual(answers);
    }
  },
);

test('an event that would take too long matches, for one combination or for all together: nothing is lost', () => {
  const list = Array.from({ length: 60_000 }, () => ({ a: 'x' }));
  expect(matchesData({ list: { a: ['y'] } }, { list })).toBe(true);
  expect(matchesData({ list: { a: ['y'] } }, { list: list.slice(0, 3_000) })).toBe(false);
  const alternatives = Array.from({ length: 10 }, (_, n) => ({ list: { a: [`y${n}`] } }));
  expect(matchesData({ $or: alternatives }, { list: list.slice(0, 3_000) })).toBe(true);
});

const guide = readFileSync(new URL('../../docs/guides/filters.md', import.meta.url), 'utf8');
const examples = [...guide.matchAll(/^\|.*\| `(\{.*\})` +\|$/gm)].map(([, filter = '']) => filter);
const samples = [...eventTypes.keys()].map((event) => ({ event, data: eventSample(event) }));

test.each(examples)('the filter %s of the guide matches a sample of the catalogue, and leaves others out', (filter) => {
  const answers = samples.map((event) => matches(JSON.parse(filter), event));
  expect(new Set(answers)).toEqual(new Set([true, false]));
});
