/** Random requests to every route of the contract, most of them nearly valid, and what access each of them has. */
import fc from 'fast-check';
import { ON_BEHALF_OF } from '../../contract/access.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { DELIVERY_USER_AGENT } from '../../contract/signature.ts';
import type { ExactRequest } from './http-exchange.ts';
import { bodiesLike, hostileUriText } from './random-bodies.ts';
import type { ValidRequest } from './valid-requests.ts';

/** Headers that say who calls, and the routes that they open. */
export interface Credential {
  readonly authorization: string | undefined;
  /** Values of the header that names a user, of which each request has one; without it there is no such header. */
  readonly onBehalfOf?: readonly string[];
  readonly opens: (route: RouteDefinition) => boolean;
  /** Headers that depend on the body. */
  readonly sign?: (body: string) => Readonly<Record<string, string>>;
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
      headers: fc.array(extraHeader, { maxLength: 1 }),
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
          ...Object.entries(sign?.(`${body ?? ''}`) ?? {}),
        ],
        body: method === 'HEAD' ? undefined : body,
        credential,
      };
    });
}

/** `usual`, and sometimes something else. */
const often = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const bodyOf = ({ body }: RouteDefinition, valid: ValidRequest): fc.Arbitrary<Buffer | undefined> =>
  body.maxBytes === 0 ? often(undefined, bodiesLike({ a: 1 })) : bodiesLike(valid.body ?? {});

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
    ['range', 'bytes=0-0'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['webhook-id', 'msg'],
    ['user-agent', DELIVERY_USER_AGENT],
    ['x-large', 'x'.repeat(9_000)],
    ['x-larger', 'x'.repeat(11_000)],
  ),
);
