/**
 * Nobody gets or changes what belongs to another network or user: every caller sends every request for everybody's
 * resources.
 *
 * `SPS_TENANTS` is how many requests there are at least, in whole rounds of three tenants. By default there is one
 * round of two, in which refused tokens claim the role of an admin only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changesOf } from '@social-platform-services/ctl/networks';
import { Feature, mayUse, ON_BEHALF_OF, type Role } from '../../contract/access.ts';
import { IDEMPOTENCY_KEY } from '../../contract/idempotency.ts';
import { misfitOf } from '../support/documented-responses.ts';
import { patience } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { call, connection, dataFolder, eventually } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type Caller, callersOf } from './callers.ts';
import { reportFigures } from './figures.ts';
import { asCurl, type ExactRequest, type Exchange, isInjected, openExchange, tested } from './http-exchange.ts';
import { type ResourceRequest, resourceRequests } from './resource-requests.ts';
import { createTenant, type Tenant, type TestUserId, userIds } from './tenant.ts';

const { SPS_TENANTS } = process.env;
const REQUESTS = Number(SPS_TENANTS ?? 1);
/** The last one has no feature. */
const TENANTS = SPS_TENANTS === undefined ? 2 : 3;
const FORGED_ROLES: readonly Role[] = SPS_TENANTS === undefined ? ['admin'] : ['user', 'server', 'admin', 'viewer'];
/** A round takes half a minute on a machine that is not busy. */
const TIME_LIMIT_MS = Math.ceil(REQUESTS / 1_000) * patience(240_000);
const PARALLEL = 8;

let receiver: Receiver;
let exchange: Exchange;
let tenants: readonly Tenant[];
let callers: readonly Caller[];

beforeAll(async () => {
  receiver = await startReceiver();
  exchange = openExchange(PARALLEL);
  tenants = await Promise.all(Array.from({ length: TENANTS }, () => createTenant(receiver.url)));
  const locked = tenants.at(-1);
  if (locked === undefined) throw new Error('there is no tenant');
  await changesOf(connection()).setFeatures(locked.networkId, Feature.options, false);
  callers = await callersOf(tenants, FORGED_ROLES);
  // Until the authorizer's results have expired.
  const { admin, link, viewer, alice, bob } = locked.tokens;
  await Promise.all([isRefused('/webhooks', admin, link, viewer), isRefused('/user-activities', alice, bob)]);
}, patience(120_000));
afterAll(async () => {
  await exchange.close();
  await receiver.stop();
});

/** Resolves once no cached result of the authorizer lets the callers in. */
const isRefused = (path: `/${string}`, ...callersTokens: readonly string[]) =>
  Promise.all(
    callersTokens.map((token) =>
      eventually(async () => expect((await call('GET', path, { token })).status).toBe(403), 15_000),
    ),
  );

test(
  'every caller gets what the contract gives, nothing of others, and changes nothing of theirs',
  async () => {
    const combinations = resourceRequests(tenants).flatMap((request) =>
      callers
        .filter((caller) => !(request.destroys && expectedVerdict(caller, request).isOwner))
        // A refused token is refused before the header is read.
        .filter(({ identity }) => identity !== undefined || request.onBehalfOf === undefined)
        // Tokens mean nothing to routes of receivers: one without and one with a token are enough.
        .filter(
          (caller) =>
            request.signedBy === undefined ||
            (request.route.alsoFor ? caller.token === undefined : [callers[0], callers[4]].includes(caller)),
        )
        .map((caller) => ({ caller, request })),
    );
    const problems: string[] = [];
    let made = 0;
    do {
      const waiting = combinations.values();
      const worker = async (): Promise<void> => {
        for (const { caller, request } of waiting) {
          const problem = await problemWith(exchange, tenants, caller, request);
          if (problem !== undefined) problems.push(problem);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      made += combinations.length;
    } while (problems.length === 0 && made < REQUESTS);
    reportFigures('tenants', { requests: made, inARound: combinations.length, illicit: problems.length });
    expect(problems.slice(0, 5)).toEqual([]);
    await expectUnchanged();
  },
  TIME_LIMIT_MS,
);

/** That nobody has changed what belongs to a tenant, but for the last one, which destroys its own. */
async function expectUnchanged(): Promise<void> {
  for (const { tokens, webhookId, marker, users } of tenants.slice(0, -1)) {
    const { body } = await call('GET', `/webhooks/${webhookId}`, { token: tokens.admin });
    expect(body).toMatchObject({ description: marker, enabled: true, state: 'active' });
    for (const userId of userIds) {
      const { text } = await call('POST', '/block', { token: tokens[userId], body: {} });
      expect(text).toContain(`"${users[userId].blocked}"`);
    }
  }
}

test('no function has logged a token, a secret, a payload, a URL of a webhook or the id of a user', async () => {
  const secrets = tenants.flatMap(({ marker, secret, tokens, users }) => [
    marker,
    secret,
    ...Object.values(tokens).map((token) => `${token.split('.').at(-1)}`),
    ...userIds.map((userId) => users[userId].marker),
  ]);
  const latest = await call('GET', '/webhooks', { token: `${tenants[0]?.tokens.admin}` });
  const requestId = `${latest.headers.get('x-request-id')}`;
  const logs = await eventually(() => {
    const found = functionLogs();
    expect(found.some(({ text }) => text.includes(requestId))).toBe(true);
    return found;
  });
  const leaks = logs.flatMap(({ file, text }) => secrets.filter((secret) => text.includes(secret)).map(() => file));
  expect(leaks).toEqual([]);
});

/** What the functions of the shared local cloud have logged. */
function functionLogs() {
  const folder = join(dataFolder(), 'logs');
  return readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

/** Whether a response is what the contract gives, by role, feature and owner, with nothing of somebody else's. */
/** The status, and whether the response shows what is the owner's. */
interface Verdict {
  readonly status: number;
  readonly isOwner: boolean;
}

/** The user as, or about, whom the caller's network serves the request; undefined for servers and admins. */
const actingUserOf = ({ identity }: Caller, { aboutUser, onBehalfOf }: ResourceRequest): TestUserId | undefined =>
  identity?.role === 'server' ? (onBehalfOf ?? aboutUser) : identity?.userId;

function expectedVerdict(caller: Caller, request: ResourceRequest): Verdict {
  const { identity } = caller;
  const { route, onBehalfOf, owner, stranger } = request;
  const { status } = route.response;
  if (route.role === 'anyone') return { status: owner === 'nobody' ? 404 : status, isOwner: false };
  if (route.role === 'receiver' && (route.alsoFor === undefined || request.signedBy !== undefined)) {
    if (owner === undefined || owner === 'nobody') return { status: 401, isOwner: false };
    return { status: request.isLocked ? 403 : status, isOwner: !request.isLocked };
  }
  if (identity === undefined) return { status: 401, isOwner: false };
  if (onBehalfOf !== undefined && route.role !== 'user') return { status: 403, isOwner: false };
  const isAllowed = onBehalfOf === undefined ? mayUse(identity.role, route) : identity.role === 'server';
  if (!isAllowed) return { status: 403, isOwner: false };
  if (route.feature !== undefined && identity.isLocked) return { status: 403, isOwner: false };
  const isOwner =
    owner === undefined ||
    (owner !== 'nobody' &&
      owner.tenant === identity.tenant &&
      (owner.userId === undefined || owner.userId === actingUserOf(caller, request)));
  if (isOwner) return { status, isOwner };
  return { status: { absent: 404, refused: 400, empty: status }[stranger], isOwner };
}

/** Sends the request as the caller, and says what is wrong with the response; undefined if nothing is. */
async function problemWith(
  exchange: Exchange,
  tenants: readonly Tenant[],
  caller: Caller,
  request: ResourceRequest,
): Promise<string | undefined> {
  const { token } = caller;
  const body = request.body && Buffer.from(JSON.stringify(request.body));
  const exact: ExactRequest = {
    method: request.route.method,
    path: request.path,
    headers: [
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
      ...(request.onBehalfOf === undefined ? [] : [[ON_BEHALF_OF, request.onBehalfOf] as const]),
      ...(request.idempotencyKey === undefined ? [] : [[IDEMPOTENCY_KEY, request.idempotencyKey] as const]),
      ...(request.signedBy === undefined ? [] : Object.entries(signatureOf(request, request.signedBy, body))),
    ],
    body,
  };
  const response = await exchange.send(exact);
  const { status, text } = response;
  const problem = (what: string): string =>
    `${caller.name}: ${what}: ${status} ${text.slice(0, 300)}\n${asCurl(exact)}`;
  const misfit = misfitOf(exact, tested(response));
  if (misfit !== undefined) return problem(misfit);
  const verdict = expectedVerdict(caller, request);
  // Other callers send the same request at the same time.
  const mayConflict = request.idempotencyKey !== undefined || request.route.otherStatuses?.includes(409);
  if (status === 409 && verdict.isOwner && mayConflict) return undefined;
  if (isInjected(response)) return undefined;
  if (status !== verdict.status) return problem(`${verdict.status} was expected`);
  const sent = `${request.path} ${body}`;
  const leaked = markersOfOthers(tenants, caller, request).find(
    (marker) => text.includes(marker) && !sent.includes(marker),
  );
  if (leaked !== undefined) return problem(`${leaked} is not the caller's`);
  const isCheck = ['checkHidden', 'checkAudience'].includes(request.route.operationId);
  if (isCheck && !verdict.isOwner && text.includes('true')) return problem('it shows a block of somebody else');
  const { identity } = caller;
  if (!verdict.isOwner || identity === undefined) return undefined;
  const shown = request.shows?.(identity.tenant, identity.tenant.users[actingUserOf(caller, request) ?? 'alice']);
  return shown === undefined || text.includes(shown) ? undefined : problem(`${shown} was expected`);
}

/** The signature of a request with the secret of a tenant's webhook: of the query where the route takes no body. */
const signatureOf = ({ route, path }: ResourceRequest, { secret, pulled }: Tenant, body: Buffer | undefined) =>
  route.body === undefined ? signedHeaders(pulled.secret, path.split('?')[1] ?? '') : signedHeaders(secret, `${body}`);

/** Texts that no response to the caller has, unless the caller sent them. */
function markersOfOthers(tenants: readonly Tenant[], caller: Caller, request: ResourceRequest): readonly string[] {
  const { identity } = caller;
  const userId = actingUserOf(caller, request);
  return tenants.flatMap((tenant) => {
    const isOwn = tenant === (request.signedBy ?? identity?.tenant);
    const { networkId, marker, webhookId, secret, givenSecret, eventId, deliveryId, users } = tenant;
    const ofUsers = userIds.filter((id) => !(isOwn && id === userId)).map((id) => users[id].marker);
    return isOwn ? ofUsers : [networkId, marker, webhookId, secret, givenSecret, eventId, deliveryId, ...ofUsers];
  });
}
