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
import { Feature, type Role } from '../../contract/access.ts';
import { changesOf } from '../../ctl/networks.ts';
import { patience } from '../../testing/eventually.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import { call, connection, dataFolder, eventually } from '../../testing/service.ts';
import { type Caller, callersOf } from './callers.ts';
import { reportFigures } from './figures.ts';
import { type Exchange, openExchange } from './http-exchange.ts';
import { resourceRequests } from './resource-requests.ts';
import { createTenant, type Tenant, userIds } from './tenant.ts';
import { expectedVerdict, problemWith } from './tenant-verdict.ts';

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
  'every caller gets what the contract gives, and nothing that is marked as of others',
  async () => {
    const combinations = resourceRequests(tenants).flatMap((request) =>
      callers
        .filter((caller) => !(request.destroys && expectedVerdict(caller, request).isOwner))
        // A refused token is refused before the header is read.
        .filter(({ identity }) => identity !== undefined || request.onBehalfOf === undefined)
        // Tokens mean nothing to routes of receivers: one without and one with a token are enough.
        .filter((caller) => request.signedBy === undefined || [callers[0], callers[4]].includes(caller))
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
  },
  TIME_LIMIT_MS,
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
