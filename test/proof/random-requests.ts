/** Random requests to every route of the contract, most of them nearly valid, and what access each of them has. */

import { ON_BEHALF_OF } from '../../contract/access.ts';
import { IDEMPOTENCY_KEY } from '../../contract/idempotency.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { DELIVERY_USER_AGENT } from '../../contract/signature.ts';
import { anyText } from '../support/any-text.ts';
import fc from '../support/fast-check.ts';
import type { ExactRequest } from './http-exchange.ts';
import type { ValidRequest } from './valid-requests.ts';

/** Request bodies and texts that a parser, a check or a table may stumble over, and what is made of valid ones. */
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** JSON texts of one value, some of which JSON.parse refuses. */
const hostileJson: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['1e400', '-1e400', '-0', '0.1', '9007199254740993', '-1', '1e-400', '01', '+1', 'NaN', 'Infinity', '0x10'],
      ...['null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '[{}]', '""', '" "', 'undefined'],
      ...['"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"a\\u0000b"', '"\\u2028"', '"\\ufeff"', '"\\u202e"'],
      ...['"1"', '"1e400"', '"null"', '"{}"', '"[]"', '"__proto__"', '"constructor"', '"toString"', '"\\"', '"\n"'],
      ...['{"__proto__":1}', '{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"a":1}}}'],
      ...['{"length":1}', '{"toString":1}', '{"then":1}', '{"toJSON":1}', '{"a":1,"a":2}', '{"":0}'],
      ...['"%s%n"', '"#{7*7}"', '"../../etc/passwd"', '"\' OR 1=1 --"', '"<script>"', '"a_b"', '"#x"', '":v"'],
      ...['"2020-01-01T00:00:00Z"', '"2020-13-01T00:00:00Z"', '"9999-12-31T23:59:59Z"', '"0000-01-01T00:00:00Z"'],
      ...['"+275760-09-13T00:00:00Z"', '"1969-12-31T23:59:59Z"', '"2020-01-01"', '"2020-02-30T00:00:00Z"'],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(64, 2_000, 7_000).map((depth) => nested(depth, '[', ']')) },
  { weight: 1, arbitrary: fc.constantFrom(64, 1_000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) },
  { weight: 1, arbitrary: fc.constantFrom(128, 129, 2_049, 15_000).map((length) => `"${'x'.repeat(length)}"`) },
  { weight: 1, arbitrary: fc.constantFrom(43, 65, 3_000).map((length) => `"${'€'.repeat(length)}"`) },
  { weight: 1, arbitrary: fc.constantFrom(101, 5_000).map((length) => `[${'1,'.repeat(length)}1]`) },
  { weight: 2, arbitrary: anyText.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
);

/** Values as they are in a query string or in a segment of a path: printable ASCII, escaped or not. */
const hostileUriText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        ...['', '%', '%%', '%zz', '%2', '%00', 'a%00b', '%ff', '%C3%28', '%ED%A0%80', '%F4%90%80%80', '%c0%af', '%25'],
        ...['0', '-1', '1', '1.5', '1e1', '1e400', '999999999', '9999999999', '00000000001', '0x10', 'NaN', '%D9%A1'],
        ...['null', 'undefined', 'true', '[]', '{}', '__proto__', 'constructor', 'toString', '%5F%5Fproto%5F%5F'],
        ...['..', '.', '%2e%2e', '..%2f..', '%2F', '%5C', ';', ',', '%2C', '+', '%20', '%0a', '%0d%0aa:b', '*', '#'],
        ...["'", '"', '<script>', '#{7*7}', '{webhookId}', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000000Z'],
        ...['%2B275760-09-13T00:00:00.000000Z', '9999-12-31T23:59:59.999999Z', '%E2%80%AE', '%F0%9F%98%80'],
      )
      .map((text) => text.replaceAll('#', '%23')),
  },
  { weight: 1, arbitrary: fc.constantFrom(129, 1_000, 4_000).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text)) },
);

type Members = readonly (readonly [name: string, json: string])[];

const objectText = (members: Members): string =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

/** Bodies of a route whose valid body is given. The bytes need not be text. */
function bodiesLike(valid: Readonly<Record<string, unknown>>): fc.Arbitrary<Buffer> {
  const members = Object.entries(valid).map(([name, value]): readonly [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  const text = objectText(members);
  const bytes = Buffer.from(text);
  const index = fc.nat({ max: Math.max(0, members.length - 1) });
  const replaced = fc
    .tuple(index, hostileJson)
    .map(([at, json]) => objectText(members.map(([name, old], n) => [name, n === at ? json : old])));
  const nestedReplaced = fc.tuple(fc.nat(), hostileJson).map(([at, json]) => withValueReplaced(text, at, json));
  const added = fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'unknown', '\u0000', '\ud800'), hostileJson)
    .map(([name, json]) => objectText([...members, [name, json]]));
  const duplicated = fc.tuple(index, hostileJson).map(([at, json]) => {
    const name = members[at]?.[0] ?? 'x';
    return objectText([...members, [name, json]]);
  });
  const lacking = index.map((at) => objectText(members.filter((_, n) => n !== at)));
  const cut = fc.nat({ max: bytes.length }).map((length) => bytes.subarray(0, length));
  const spoiled = fc
    .tuple(fc.nat({ max: Math.max(0, bytes.length - 1) }), fc.constantFrom(0, 0x80, 0xc3, 0xed, 0xff, 0x0a))
    .map(([at, byte]) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + 1)]));
  const padded = fc.constantFrom(1_000, 16_000, 17_000, 66_000).map((length) => text + ' '.repeat(length));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(bytes) },
    { weight: 5, arbitrary: replaced.map(utf8) },
    { weight: 3, arbitrary: nestedReplaced.map(utf8) },
    { weight: 1, arbitrary: fc.oneof(added, duplicated, lacking, hostileJson, padded).map(utf8) },
    { weight: 1, arbitrary: fc.oneof(cut, spoiled, fc.constantFrom(...encodings(text))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((random) => Buffer.from(random)) },
  );
}

const utf8 = (text: string): Buffer => Buffer.from(text);

/** The text in other encodings, with a byte order mark, and twice. */
const encodings = (text: string): readonly Buffer[] => [
  Buffer.alloc(0),
  Buffer.from(` ${text}\n`),
  Buffer.from(`\ufeff${text}`),
  Buffer.from(text, 'utf16le'),
  Buffer.from(text + text),
  Buffer.from(encodeURIComponent(text)),
  Buffer.from(text).subarray(0, 0),
];

/** The JSON text with one of its strings, numbers or switches replaced, names of members included. */
function withValueReplaced(text: string, at: number, json: string): string {
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null/g)];
  const value = values[at % Math.max(1, values.length)];
  if (value === undefined) return json;
  return text.slice(0, value.index) + json + text.slice(value.index + value[0].length);
}

/** Headers that say who calls, and the routes that they open. */
export interface Credential {
  readonly authorization: string | undefined;
  /** Values of the header that names a user, of which each request has one; without it there is no such header. */
  readonly onBehalfOf?: readonly string[];
  readonly opens: (route: RouteDefinition) => boolean;
  /** Headers that depend on the body, or on the query where there is none. */
  readonly sign?: (text: string) => Readonly<Record<string, string>>;
}

export interface RandomRequest extends ExactRequest {
  readonly credential: Credential;
}

/** What the requests are made from. */
export interface Material {
  readonly valid: Readonly<Partial<Record<OperationId, ValidRequest>>>;
  /** Most requests have a credential that opens their route. */
  readonly credentials: readonly Credential[];
  /** Well-formed values of a route's path parameters. */
  readonly parameters: (route: RouteDefinition) => Readonly<Record<string, readonly string[]>>;
}

const isOperation = (id: string): id is OperationId => id in routes;
const operations: readonly OperationId[] = Object.keys(routes).filter(isOperation);

/** One request to a random route. */
export const randomRequest = (material: Material): fc.Arbitrary<RandomRequest> =>
  fc.oneof(...operations.map((id) => requestTo(routes[id], material.valid[id] ?? {}, material)));

function requestTo(route: RouteDefinition, valid: ValidRequest, material: Material): fc.Arbitrary<RandomRequest> {
  return fc
    .record({
      method: often(route.method, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')),
      path: pathOf(route, material),
      query: queryLike(valid.query ?? []),
      caller: callerFor(route, material),
      contentType: often('application/json', contentType),
      headers: fc.array(route.idempotent ? fc.oneof(keyHeader, extraHeader) : extraHeader, { maxLength: 1 }),
      body: bodyOf(route, valid),
    })
    .map(({ method, path, query, caller: { credential, onBehalfOf }, contentType: type, headers, body }) => {
      const { authorization, sign } = credential;
      return {
        method,
        path: query === '' ? path : `${path}?${query}`,
        headers: [
          ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
          ...(onBehalfOf === undefined ? [] : [[ON_BEHALF_OF, onBehalfOf] as const]),
          ...(body === undefined || type === undefined ? [] : [['content-type', type] as const]),
          ...headers,
          ...Object.entries(sign?.(route.body === undefined ? sorted(query) : `${body ?? ''}`) ?? {}),
        ],
        body: method === 'HEAD' ? undefined : body,
        credential,
      };
    });
}

const sorted = (query: string): string => query.split('&').sort().join('&');

/** `usual`, and sometimes something else. */
const often = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const bodyOf = ({ body }: RouteDefinition, valid: ValidRequest): fc.Arbitrary<Buffer | undefined> =>
  body === undefined ? often(undefined, bodiesLike({ a: 1 })) : bodiesLike(valid.body ?? {});

function pathOf(route: RouteDefinition, { parameters }: Material): fc.Arbitrary<string> {
  const segments = route.path.split('/').slice(1);
  const path = fc
    .tuple(
      ...segments.map((segment) => {
        const known = parameters(route)[segment.slice(1, -1)];
        if (known === undefined) return fc.constant(segment);
        return fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: hostileUriText.filter((text) => !text.includes('?')) },
        );
      }),
    )
    .map((texts) => `/${texts.join('/')}`);
  const altered = fc.tuple(path, fc.constantFrom('/', '//', '/x', '%20', '%00', '/..', ';a=b', '.json'));
  return fc.oneof({ weight: 40, arbitrary: path }, { weight: 1, arbitrary: altered.map((parts) => parts.join('')) });
}

function queryLike(valid: NonNullable<ValidRequest['query']>): fc.Arbitrary<string> {
  const text = (pairs: typeof valid): string => pairs.map((pair) => pair.join('=')).join('&');
  const at = fc.nat({ max: Math.max(0, valid.length - 1) });
  const replaced = fc
    .tuple(at, hostileUriText)
    .map(([index, hostile]) => text(valid.map(([name, value], n) => [name, n === index ? hostile : value])));
  const repeated = fc.tuple(at, fc.constantFrom(2, 21, 200)).map(([index, count]) => {
    const pair = valid[index];
    return text(pair === undefined ? [] : Array.from({ length: count }, () => pair)).slice(0, 7_000);
  });
  const lacking = at.map((index) => text(valid.filter((_, n) => n !== index)));
  const added = fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'a[]', 'limit', 'hours', 'start', '', '%ff'), hostileUriText)
    .map(([name, hostile]) => text([...valid, [name, hostile]]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(text(valid)) },
    { weight: valid.length === 0 ? 0 : 8, arbitrary: replaced },
    {
      weight: 1,
      arbitrary: fc.oneof(repeated, lacking, added, hostileUriText, fc.constantFrom('&&&', '=', '?', '&=&')),
    },
  );
}

const callerFor = (route: RouteDefinition, material: Material) =>
  credentialFor(route, material).chain((credential) =>
    fc.record({
      credential: fc.constant(credential),
      onBehalfOf: fc.constantFrom(...(credential.onBehalfOf ?? [undefined])),
    }),
  );

const credentialFor = (route: RouteDefinition, { credentials }: Material): fc.Arbitrary<Credential> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...credentials.filter(({ opens }) => opens(route))) },
    { weight: 1, arbitrary: fc.constantFrom(...credentials) },
  );

const contentType = fc.constantFrom(
  undefined,
  ...['', 'text/plain', 'application/json; charset=utf-8', 'application/json;charset=utf-16', 'application/x+json'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx', 'APPLICATION/JSON'],
  ...['application/json, text/plain', 'json', `application/${'j'.repeat(2_000)}`, 'application/vnd.\u00e9+json'],
);

/** Few keys, so that some requests meet one that was used. */
const keyHeader: fc.Arbitrary<readonly [string, string]> = fc
  .constantFrom('a', 'b', '"a"', 'a,b', '', 'with space', '\u00e9', 'x'.repeat(255), 'x'.repeat(256))
  .map((key) => [IDEMPOTENCY_KEY, key]);

const extraHeader: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.constant(['user-agent', 'fuzz'] as const),
  fc.constantFrom<readonly [string, string]>(
    ['origin', 'https://elsewhere.example.com'],
    ['origin', 'null'],
    ['cookie', 'a=b; __proto__=c'],
    ['content-encoding', 'gzip'],
    ['accept', 'text/html'],
    ['accept-encoding', 'gzip, br'],
    ['x-http-method-override', 'DELETE'],
    ['x-forwarded-for', '127.0.0.1, \u00e9'],
    ['x-origin-secret', 'guess'],
    ['x-amzn-trace-id', 'Root=1-\u00ff'],
    ['if-none-match', '*'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['traceparent', '00-\u00ff'],
    ['range', 'bytes=0-0'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['webhook-id', 'msg'],
    ['user-agent', DELIVERY_USER_AGENT],
    ['x-large', 'x'.repeat(9_000)],
    ['x-larger', 'x'.repeat(11_000)],
  ),
);
