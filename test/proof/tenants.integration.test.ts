/**
 * Nobody gets or changes what belongs to another network or user: every caller sends every request for everybody's resources.
 *
 * `SPS_TENANTS` is how many requests there are: whole rounds, at least one. By default there are 12,000, but no new round begins
 * after 30 seconds.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Feature } from '../../contract/access.ts';
import { disableFeatures } from '../../ctl/networks.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { call, connection, eventually } from '../support/service.ts';
import { type Caller, callersOf } from './callers.ts';
import { expectedVerdict } from './expected-verdict.ts';
import { asCurl, type ExactRequest, type Exchange, openExchange } from './http-exchange.ts';
import { type ResourceRequest, resourceRequests } from './resource-requests.ts';
import { createTenant, type Tenant, userIds } from './tenant.ts';

const { SPS_TENANTS } = process.env;
const REQUESTS = Number(SPS_TENANTS ?? 12_000);
const NO_ROUND_AFTER_MS = SPS_TENANTS === undefined ? 30_000 : 3_600_000;
const PARALLEL = 8;

let receiver: Receiver;
let exchange: Exchange;
let tenants: readonly Tenant[];
let callers: readonly Caller[];

beforeAll(async () => {
  receiver = await startReceiver();
  exchange = openExchange(PARALLEL);
  tenants = await Promise.all(Array.from({ length: 3 }, () => createTenant(receiver.url)));
  const locked = tenants.at(-1);
  if (locked === undefined) throw new Error('there is no tenant');
  await disableFeatures(connection(), locked.networkId, Feature.options);
  callers = await callersOf(tenants);
  // Until the authorizer's results have expired.
  const { admin, link, alice, bob } = locked.tokens;
  await Promise.all([isRefused('/webhooks', admin, link), isRefused('/user-activities', alice, bob)]);
}, 60_000);
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
  'every caller gets what the contract gives, and nothing that is marked as of others',
  async () => {
    const combinations = resourceRequests(tenants).flatMap((request) =>
      callers
        .filter((caller) => !(request.destroys && expectedVerdict(caller, request).isOwner))
        .map((caller) => ({ caller, request })),
    );
    const until = Date.now() + NO_ROUND_AFTER_MS;
    const problems: string[] = [];
    let made = 0;
    do {
      const waiting = combinations.values();
      const worker = async (): Promise<void> => {
        for (const { caller, request } of waiting) {
          const problem = await problemWith(caller, request);
          if (problem !== undefined) problems.push(problem);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      made += combinations.length;
    } while (problems.length === 0 && made < REQUESTS && Date.now() < until);
    process.stdout.write(`Tenants: ${made} requests, ${combinations.length} in a round, ${problems.length} illicit\n`);
    expect(problems.slice(0, 5)).toEqual([]);
  },
  2 * NO_ROUND_AFTER_MS + 60_000,
);

test('everything is as it was', async () => {
  for (const { tokens, webhookId, marker, users } of tenants.slice(0, -1)) {
    const { body } = await call('GET', `/webhooks/${webhookId}`, { token: tokens.admin });
    expect(body).toMatchObject({ description: marker, enabled: true, state: 'active' });
    for (const userId of userIds) {
      const { text } = await call('POST', '/block', { token: tokens[userId], body: {} });
      expect(text).toContain(`"${users[userId].blocked}"`);
    }
  }
});

/** What is wrong with the response to a combination; undefined if nothing is. */
async function problemWith(caller: Caller, request: ResourceRequest): Promise<string | undefined> {
  const { token } = caller;
  const body = request.body && Buffer.from(JSON.stringify(request.body));
  const exact: ExactRequest = {
    method: request.route.method,
    path: request.path,
    headers: [
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    body,
  };
  const { status, text } = await exchange.send(exact);
  const problem = (what: string): string =>
    `${caller.name}: ${what}: ${status} ${text.slice(0, 300)}\n${asCurl(exact)}`;
  const verdict = expectedVerdict(caller, request);
  // Other callers send the same request at the same time.
  if (status === 409 && verdict.isOwner && request.route.canCollide) return undefined;
  if (status !== verdict.status) return problem(`${verdict.status} was expected`);
  const sent = `${request.path} ${body}`;
  const leaked = markersOfOthers(caller).find((marker) => text.includes(marker) && !sent.includes(marker));
  if (leaked !== undefined) return problem(`${leaked} is not the caller's`);
  const isCheck = request.route.operationId === 'checkHidden';
  if (isCheck && !verdict.isOwner && text.includes('true')) return problem('it shows a block of somebody else');
  const { identity } = caller;
  if (!verdict.isOwner || identity === undefined) return undefined;
  const shown = request.shows?.(identity.tenant, identity.tenant.users[identity.userId ?? 'alice']);
  return shown === undefined || text.includes(shown) ? undefined : problem(`${shown} was expected`);
}

/** Texts that no response to the caller has, unless the caller sent them. */
function markersOfOthers({ identity }: Caller): readonly string[] {
  return tenants.flatMap((tenant) => {
    const isOwn = tenant === identity?.tenant;
    const { networkId, marker, webhookId, secret, eventId, deliveryId, users } = tenant;
    const ofUsers = userIds.filter((id) => !(isOwn && id === identity?.userId)).map((id) => users[id].marker);
    return isOwn ? ofUsers : [networkId, marker, webhookId, secret, eventId, deliveryId, ...ofUsers];
  });
}
