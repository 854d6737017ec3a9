/** API Gateway: what it does to requests and responses before and after a function, as any caller sees it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { setQuota } from '@social-platform-services/ctl/networks';
import { revokeSigningKey, rotateSigningKey } from '@social-platform-services/ctl/signing-keys';
import { confirmed, contradicted, type Finding, foundIf, notShown, type Proof, type ProofContext } from '../proof.ts';
import { callerHeaders, type RawResponse } from '../raw-request.ts';

const ORIGIN = ['origin', 'https://app.example'] as const;
const CHECK = '/block/members?checkList=bob';

const hasCors = ({ headers }: RawResponse): boolean => headers['access-control-allow-origin'] !== undefined;
const cors = (response: RawResponse): string =>
  `${response.status} ${hasCors(response) ? 'with' : 'without'} access-control-allow-origin`;
/** Functions of ours have set it; API Gateway's own responses lack it. */
const isOurs = ({ headers }: RawResponse): boolean => headers['x-request-id'] !== undefined;

const OWN_ERRORS = "API Gateway's own errors";
const DECODED = 'API Gateway decodes a path before it selects the route';

export const gatewayProofs: readonly Proof[] = [
  {
    name: 'A request without a token is 401 without a function, and a browser may read that',
    row: 'A request without an identity source gets 401',
    needs: 'any service',
    async run({ send }) {
      const response = await send({ path: CHECK, headers: [ORIGIN] });
      const from = isOurs(response) ? 'a function of ours' : 'API Gateway itself';
      return foundIf(
        response.status === 401 && !isOurs(response) && hasCors(response),
        `${cors(response)}, from ${from}`,
      );
    },
  },
  {
    name: 'A 401 of ours has CORS headers',
    row: OWN_ERRORS,
    needs: 'any service',
    async run({ send }) {
      const response = await send({ path: CHECK, headers: [ORIGIN, ...callerHeaders('wrong')] });
      return foundIf(response.status === 401 && hasCors(response), cors(response));
    },
  },
  {
    name: "API Gateway's own 404 has CORS headers",
    row: OWN_ERRORS,
    needs: 'any service',
    async run({ send }) {
      const response = await send({ path: '/nowhere', headers: [ORIGIN] });
      return foundIf(response.status === 404 && !isOurs(response) && hasCors(response), cors(response));
    },
  },
  {
    name: 'A 429 of ours has CORS headers and Retry-After',
    row: OWN_ERRORS,
    needs: 'any service',
    run: ours429,
  },
  {
    name: "API Gateway's own 429 has CORS headers",
    row: OWN_ERRORS,
    needs: 'AWS',
    async run(context) {
      const { requestsPerSecond, burst } = context.config.api.throttle;
      const responses = await flood(context, ['/health'], 2 * (burst + requestsPerSecond));
      const own = responses.find((response) => response.status === 429 && !isOurs(response));
      if (own === undefined) return notShown(`none of ${responses.length} requests at once was throttled`);
      return foundIf(hasCors(own), cors(own));
    },
  },
  {
    name: 'Two routes, each below the throttle and together above it, are not throttled',
    row: "The throttles in the stage's default settings apply to each route separately",
    needs: 'AWS',
    async run(context) {
      const { burst } = context.config.api.throttle;
      // What the proof before has used up comes back within seconds.
      await sleep(5_000);
      const each = Math.floor(0.9 * burst);
      const responses = await flood(context, ['/health', '/openapi.json'], 2 * each);
      const throttled = responses.filter((response) => response.status === 429 && !isOurs(response)).length;
      return foundIf(throttled === 0, `${throttled} of ${responses.length} were 429, with a burst of ${burst} a route`);
    },
  },
  {
    name: 'Any route with a token responds with 200',
    row: "API Gateway passes the authorizer's context to the function",
    needs: 'any service',
    async run({ send, token }) {
      const { status } = await send({ path: CHECK, headers: callerHeaders(await token('user')) });
      return foundIf(status === 200, `${status}`);
    },
  },
  {
    name: 'WWW-Authenticate of a 401 has its own name',
    row: 'API Gateway renames some response headers of functions',
    needs: 'any service',
    async run({ send }) {
      const { headers } = await send({ path: CHECK, headers: callerHeaders('wrong') });
      if (headers['www-authenticate'] !== undefined) return confirmed();
      const renamed = Object.keys(headers).filter((name) => /^x-amzn-remapped-/.test(name));
      return contradicted(renamed.length > 0 ? `it is renamed: ${renamed.join(', ')}` : 'it is missing');
    },
  },
  {
    name: 'A preflight request gets its response without a function',
    row: 'If an API has no route `$default` and no route `OPTIONS`',
    needs: 'any service',
    async run({ send }) {
      const asked = [
        ['access-control-request-method', 'POST'],
        ['access-control-request-headers', 'authorization'],
      ] as const;
      const response = await send({ method: 'OPTIONS', path: '/block/members', headers: [ORIGIN, ...asked] });
      return foundIf(response.status === 204 && !isOurs(response) && hasCors(response), cors(response));
    },
  },
  {
    name: 'A path with %20 and %40 reaches the user whom it names',
    row: DECODED,
    needs: 'any service',
    async run(context) {
      const user = await context.client('user', 'ada b@x.example');
      await user.blockUser({ body: { blockUserId: 'bob' } });
      const response = await showUser(context, 'ada%20b%40x.example');
      return foundIf(response.status === 200 && response.text.includes('"bob"'), `${response.status}`);
    },
  },
  {
    name: 'A path that is escaped twice does not reach the user whose id is escaped once',
    row: DECODED,
    needs: 'any service',
    async run(context) {
      await (await context.client('user', 'a/b')).blockUser({ body: { blockUserId: 'bob' } });
      const [twice, once, needless] = await Promise.all(
        ['a%252Fb', 'a%2Fb', '%41da'].map((id) => showUser(context, id)),
      );
      const seen = [twice, once, needless].map((response) => response?.status).join(', ');
      return foundIf(twice?.text.includes('"bob"') === false, `a%252Fb, a%2Fb and %41da: ${seen}`);
    },
  },
  {
    name: 'Repeated query parameters arrive, with what is escaped in them',
    row: 'If a query parameter is repeated, API Gateway joins its values',
    needs: 'any service',
    async run({ send, token }) {
      const path = '/block/members?checkList=a%2Cb&checkList=c%26d%25&checkList=e+f&checkList=%C3%A9';
      const { status, text } = await send({ path, headers: callerHeaders(await token('user')) });
      const expected = { 'a,b': false, 'c&d%': false, 'e f': false, é: false };
      return foundIf(status === 200 && text === JSON.stringify(expected), `${status} ${text.slice(0, 200)}`);
    },
  },
  {
    name: 'A repeated request header is never taken for one of its values',
    row: 'If a query parameter is repeated, API Gateway joins its values',
    needs: 'any service',
    async run({ send, token }) {
      const named = ['alice', 'bob'].map((user) => ['on-behalf-of', user] as const);
      const { status } = await send({ path: CHECK, headers: [...callerHeaders(await token('server')), ...named] });
      return foundIf(status === 400, `two headers on-behalf-of: ${status}`);
    },
  },
  {
    name: 'HEAD has the status of GET, and no body',
    row: 'A path can have a route for HEAD',
    needs: 'any service',
    async run({ send }) {
      const { status, text } = await send({ method: 'HEAD', path: '/health' });
      return foundIf(status === 200 && text === '', `${status} with ${text.length} characters`);
    },
  },
  {
    name: 'Headers of more than 10,240 bytes are 431, and a body of more than 10 MB is 413',
    row: 'The request line and the headers of a request may have at most 10,240 bytes',
    needs: 'any service',
    async run({ send, token }) {
      const large = await send({ path: '/health', headers: [['x-large', 'x'.repeat(11_000)]] });
      const body = Buffer.alloc(10 * 1024 * 1024 + 1, 'x');
      const headers = callerHeaders(await token('server'), true);
      // A server may respond and close before it has read everything.
      const long = await send({ method: 'POST', path: '/events', headers, body }).then(
        ({ status }) => `${status}`,
        (error: Error) => error.message,
      );
      return foundIf(large.status === 431 && long === '413', `headers: ${large.status}; body: ${long}`);
    },
  },
  {
    name: 'A body that is not UTF-8 is refused, and not changed',
    row: 'API Gateway treats a body of the type `application/json` as text',
    needs: 'any service',
    async run({ send, token }) {
      const body = Buffer.concat([Buffer.from('{"blockUserId":"b'), Buffer.of(0xff), Buffer.from('b"}')]);
      const headers = callerHeaders(await token('user'), true);
      const { status } = await send({ method: 'POST', path: '/block/members', headers, body });
      return foundIf(status === 400, `${status}`);
    },
  },
  {
    name: 'What a function has compressed arrives compressed',
    row: 'HTTP APIs do not compress responses',
    needs: 'any service',
    async run({ send, token }) {
      const headers = [...callerHeaders(await token('admin')), ['accept-encoding', 'gzip'] as const];
      const { headers: received, text, status } = await send({ path: '/event-types', headers });
      const encoding = received['content-encoding'];
      return foundIf(status === 200 && encoding === 'gzip', `${status}, content-encoding ${encoding}, ${text.length}`);
    },
  },
  {
    name: 'A revoked key works until the cache of the authorizer is over, and not longer',
    row: "API Gateway caches the authorizer's result for the configured time",
    needs: 'any service',
    run: revokedKey,
  },
];

const showUser = async ({ send, token }: ProofContext, id: string): Promise<RawResponse> =>
  send({ path: `/users/${id}/data`, headers: callerHeaders(await token('server')) });

/** So many requests at once, to these paths in turn. */
const flood = ({ send }: ProofContext, paths: readonly string[], count: number): Promise<readonly RawResponse[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) => send({ path: paths[n % paths.length] ?? '', headers: [ORIGIN] })),
  );

async function ours429({ connection, networkId, send, token }: ProofContext): Promise<Finding> {
  await setQuota(connection, networkId, 'changes', 1);
  try {
    const headers = [ORIGIN, ...callerHeaders(await token('admin'), true)];
    for (let tries = 0; tries < 100; tries++) {
      const response = await send({ method: 'PATCH', path: '/network/notices', headers, body: '{}' });
      if (response.status !== 429) continue;
      const after = response.headers['retry-after'];
      return foundIf(
        isOurs(response) && hasCors(response) && after !== undefined,
        `${cors(response)}, Retry-After ${after}`,
      );
    }
    return notShown('none of 100 requests was refused');
  } finally {
    await setQuota(connection, networkId, 'changes', undefined);
  }
}

async function revokedKey({ config, connection, networkId, send, token }: ProofContext): Promise<Finding> {
  const old = await token('user', 'of-old-key');
  const use = async (text: string): Promise<number> =>
    (await send({ path: CHECK, headers: callerHeaders(text) })).status;
  const before = await use(old);
  const { signingKeys } = await rotateSigningKey(connection, networkId);
  await revokeSigningKey(connection, networkId, signingKeys[0]?.keyId ?? '');
  const revokedAt = Date.now();
  const mostSeconds = config.api.authorizerCacheSeconds + 15;
  while (Date.now() < revokedAt + mostSeconds * 1_000) {
    if ((await use(old)) === 401) {
      const seconds = Math.round((Date.now() - revokedAt) / 1_000);
      return foundIf(
        before === 200,
        `${before} before, 401 ${seconds} s after, with ${config.api.authorizerCacheSeconds} s of cache`,
      );
    }
    await sleep(500);
  }
  return contradicted(`it still works after ${mostSeconds} s`);
}
