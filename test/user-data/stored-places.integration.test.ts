/**
 * Every place of the tables where a user's id or an e-mail address is stored, found by storing one everywhere, against
 * what docs/spec/user-data.md says of it, and what export and erasure do.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { exportUser } from '@social-platform-services/ctl/user-data';
import * as v from 'valibot';
import { ERASED } from '../../contract/audit.ts';
import { BlockUserId } from '../../contract/block-requests.ts';
import { originalOf } from '../../contract/documentation.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { NoticeAddress } from '../../contract/notice-settings.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { quotasTable } from '../../lambdas/shared/quotas/quotas-table.ts';
import { confirmationTokens } from '../e2e/notice-mails.ts';
import { patience } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import {
  type Client,
  call,
  connection,
  createNetwork,
  eventually,
  serverOf,
  tokenFor,
  userOf,
} from '../support/service.ts';
import { create } from '../webhooks/admin.ts';
import { nameOf, whereIs } from './where-is.ts';

jest.setTimeout(patience(120_000));

const person = v.parse(UserId, `person-${randomUUID()}`);
const address = v.parse(NoticeAddress, `address-${randomUUID()}@corp.example`);
const OTHER = 'somebody-else';

/** What is in the places of one row of the table in the specification. */
interface Place {
  /** The beginning of the row. */
  readonly row: string;
  readonly stored: 'person' | 'address';
  /** The list of the operator's export that has it. */
  readonly exportedIn?: 'blocks' | 'blockedBy' | 'activities' | 'audit';
}

/** Table and attribute → what it has. */
const places: Readonly<Record<string, Place>> = {
  'blocks netid_uid': { row: '[blocks](blocking.md) by the user', stored: 'person', exportedIn: 'blocks' },
  'blocks blocked_userId': {
    row: 'blocks that other users made of this user',
    stored: 'person',
    exportedIn: 'blockedBy',
  },
  'activities networkId_userId': { row: '[activity records]', stored: 'person', exportedIn: 'activities' },
  'activities networkId_userId #comments': { row: 'markers of [recorded comments]', stored: 'person' },
  'events body': { row: '[texts of events](#events)', stored: 'person' },
  'deliveries attempts[].responseStart': { row: '[texts of events](#events)', stored: 'person' },
  'audit by.name': { row: 'what the user did as an admin', stored: 'person', exportedIn: 'audit' },
  'audit changes[].to': { row: 'whom an admin link was made for', stored: 'person', exportedIn: 'audit' },
  'audit networkId_webhookId': { row: 'whom an admin link was made for', stored: 'person', exportedIn: 'audit' },
  'webhooks updatedBy.name': { row: 'who changed a webhook last', stored: 'person' },
  'webhooks response': { row: 'responses under an [idempotency key]', stored: 'person' },
  'adminLinks userId': { row: '[admin links]', stored: 'person' },
  'quotas usage.callers.*': { row: 'quotas, with the ids of users', stored: 'person' },
  'webhooks addresses[]': { row: 'addresses for [notices]', stored: 'address' },
  'webhooks asked.*': { row: 'addresses for [notices]', stored: 'address' },
  'webhooks confirmed[]': { row: 'addresses for [notices]', stored: 'address' },
};

const placesOf = (stored: Place['stored'], isKept: (row: Row) => boolean = () => true): readonly string[] =>
  Object.entries(places)
    .filter(([, place]) => place.stored === stored && isKept(rowOf(place)))
    .map(([place]) => place)
    .sort();

interface Row {
  readonly what: string;
  readonly exported: string;
  readonly erased: string;
}

const rows = readFileSync('docs/spec/user-data.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line): Row => {
    const [what = '', , exported = '', erased = ''] = line.split(' | ').map((cell) => cell.replaceAll('|', '').trim());
    return { what, exported, erased };
  });

function rowOf({ row }: Place): Row {
  const [found, ...more] = rows.filter(({ what }) => what.startsWith(row));
  if (found === undefined || more.length > 0) throw new Error(`user-data.md has ${more.length + 1} rows ${row}.`);
  return found;
}

/** The inputs of routes that are user ids or addresses, by operation and field. */
function inputsOf({ operationId, parameters, query, body }: RouteDefinition): readonly string[] {
  const parts = { parameters, query, body: body?.schema };
  return Object.entries(parts).flatMap(([part, schema]) =>
    [...new Set(fieldsOf(schema))].map((field) => `${operationId} ${part}${field}`),
  );
}

/** What a schema is made of, whatever its kind. */
const SchemaParts = v.object({
  entries: v.optional(v.record(v.string(), v.unknown()), {}),
  item: v.optional(v.unknown()),
  items: v.optional(v.array(v.unknown()), []),
  wrapped: v.optional(v.unknown()),
  options: v.optional(v.array(v.unknown()), []),
  pipe: v.optional(v.array(v.unknown()), []),
  value: v.optional(v.unknown()),
});

function fieldsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ([UserId, BlockUserId, NoticeAddress].some((one) => one === originalOf(schema))) return [''];
  const { entries, item, items, wrapped, options, pipe, value } = v.parse(SchemaParts, schema);
  const [piped] = pipe;
  return [
    ...Object.entries(entries).flatMap(([name, one]) => fieldsOf(one).map((field) => `.${name}${field}`)),
    ...[item, value, ...items].flatMap((one) => fieldsOf(one).map((field) => `[]${field}`)),
    ...[wrapped, ...options].flatMap(fieldsOf),
    ...(piped === schema ? [] : fieldsOf(piped)),
  ];
}

let receiver: Receiver;
let networkId: string;
let user: Client;
let other: Client;
let admin: Client;
let server: Client;
beforeAll(async () => {
  networkId = await createNetwork();
  // It returns what it gets, as careless receivers do.
  receiver = await startReceiver((response, { body }) => response.end(body));
  const clientOf = async (role: 'admin') => {
    const token = await tokenFor(networkId, person, role);
    const client: Client = (method, path, body) => call(method, path, { token, body });
    return client;
  };
  [user, other, admin, server] = await Promise.all([
    userOf(networkId, person),
    userOf(networkId, OTHER),
    clientOf('admin'),
    serverOf(networkId),
  ]);
});
afterAll(() => receiver.stop());

async function expectStatus(status: number, response: ReturnType<Client>): Promise<void> {
  expect(await response).toMatchObject({ status });
}

/** Gives each input the person or the address. */
const given: Readonly<Record<string, () => Promise<void>>> = {
  // First, so that it erases nothing of what follows.
  'eraseUser parameters.userId': () => expectStatus(200, server('DELETE', `/users/${person}/data`)),
  'exportUser parameters.userId': () => expectStatus(200, server('GET', `/users/${person}/data`)),
  'blockUser body.blockUserId': async () => {
    await expectStatus(200, other('POST', '/block/members', { blockUserId: person }));
    await expectStatus(200, user('POST', '/block/members', { blockUserId: OTHER }));
  },
  'unblockUser body.blockUserId': async () =>
    await expectStatus(200, (await userOf(networkId, 'third'))('DELETE', '/block/members', { blockUserId: person })),
  'checkHidden query.checkList[]': () => expectStatus(200, other('GET', `/block/members?checkList=${person}`)),
  'checkAudience body.actorId': () =>
    expectStatus(200, server('POST', '/block/audience', { actorId: person, userIds: [OTHER] })),
  'checkAudience body.userIds[]': () =>
    expectStatus(200, server('POST', '/block/audience', { actorId: OTHER, userIds: [person] })),
  'createAdminLink body.user': () => expectStatus(201, server('POST', '/admin-links', { user: person })),
  'listEvents query.userId': () => expectStatus(200, admin('GET', `/events?userId=${person}`)),
  'changeNoticeSettings body.addresses[]': async () => {
    // One is confirmed then, and the other one still asked.
    await expectStatus(200, admin('PATCH', '/network/notices', { addresses: [address, `other-${address}`] }));
    const [token] = await confirmationTokens(networkId, address);
    await expectStatus(200, call('POST', '/network/notices/confirmation', { body: { networkId, token } }));
  },
};

/** What is stored of the person who calls, and of what is said about the person. */
async function giveBesides(): Promise<void> {
  const { webhookId } = await create(admin, { url: receiver.url });
  const keyed = {
    token: await tokenFor(networkId, person, 'admin'),
    body: { data: { userId: person } },
    headers: { 'idempotency-key': randomUUID() },
  };
  await expectStatus(200, call('POST', `/webhooks/${webhookId}/test`, keyed));
  const data = { comments: [{ referenceType: 'post', referenceId: 'p', commentId: 'c', userId: person }] };
  await expectStatus(202, server('POST', '/events', { events: [{ event: 'v3.comment.didCreate', data }] }));
  // As a process does with a lease, which names those who ask most.
  const bucket = {
    networkId: v.parse(NetworkId, networkId),
    quota: 'reads',
    rate: { capacity: 10, refill: 1 },
  } as const;
  await quotasTable(connection().client, nameOf('quotas')).take(bucket, 1, 1, 0, 0, {
    used: 1,
    callers: [[person, 1]],
  });
}

const contractInputs = Object.values<RouteDefinition>(routes).flatMap(inputsOf).sort();

test('each input of a route that is a user id or an address is given by this test', () => {
  expect(contractInputs).toEqual(Object.keys(given).sort());
});

test('the specification has a row for each place, and no other about one is erased or exported', () => {
  const known = new Set(Object.values(places).map((place) => rowOf(place).what));
  const others = rows.filter(({ what, exported, erased }) => !known.has(what) && /^(yes|by)/.test(exported + erased));
  expect(others.filter(({ what }) => what !== 'what')).toEqual([]);
});

describe('of a person who is everywhere', () => {
  beforeAll(async () => {
    for (const give of Object.values(given)) await give();
    await giveBesides();
  });

  test('the id and the address are in the places that are known, and in no others', async () => {
    await eventually(async () => {
      expect({ person: await whereIs(person), address: await whereIs(address) }).toEqual({
        person: placesOf('person'),
        address: placesOf('address'),
      });
    }, 30_000);
  });

  test('the exports have what the specification says', async () => {
    let text = '';
    for await (const piece of exportUser(connection(), { networkId: v.parse(NetworkId, networkId), userId: person }))
      text += piece;
    const exported = v.parse(v.record(v.string(), v.unknown()), JSON.parse(text));
    const byBackEnd = v.parse(v.record(v.string(), v.unknown()), (await server('GET', `/users/${person}/data`)).body);
    const lists = Object.values(places).flatMap(({ exportedIn }) => exportedIn ?? []);
    expect(Object.keys(exported).filter((name) => Array.isArray(exported[name]))).toEqual([...new Set(lists)]);
    for (const [name, place] of Object.entries(places)) {
      const list = place.exportedIn;
      const says = list === undefined ? 'no' : list in byBackEnd ? 'yes' : 'by an operator';
      expect({ name, exported: rowOf(place).exported }).toEqual({ name, exported: says });
      if (list !== undefined) expect(JSON.stringify(exported[list])).toContain(person);
    }
    const audited = v.parse(v.array(v.looseObject({ action: v.string() })), exported['audit']);
    expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['adminLinkCreated', 'webhookCreated']));
  });

  test('an erasure leaves what the specification says, and takes the id out of entries that stay', async () => {
    await eventually(async () => expectStatus(200, server('DELETE', `/users/${person}/data`)), 30_000);
    expect(await whereIs(person)).toEqual(placesOf('person', ({ erased }) => !erased.startsWith('yes')));
    const { results } = v.parse(
      v.object({ results: v.array(v.looseObject({ action: v.string() })) }),
      (await admin('GET', '/audit?limit=100')).body,
    );
    expect(results).toContainEqual(
      expect.objectContaining({
        action: 'adminLinkCreated',
        changes: [
          { field: 'user', to: ERASED },
          { field: 'role', to: 'admin' },
        ],
      }),
    );
    // Nobody else's.
    expect(JSON.stringify(results)).toContain('corp.example');
  });

  test('an address that an admin removes is nowhere any more', async () => {
    await expectStatus(200, admin('PATCH', '/network/notices', { addresses: [] }));
    expect(await whereIs(address)).toEqual([]);
  });
});

test('an erasure leaves the role in an entry about a user whose id is the name of the role', async () => {
  const networkId = await createNetwork();
  const [server, token] = await Promise.all([serverOf(networkId), tokenFor(networkId, 'root', 'admin')]);
  expect(await server('POST', '/admin-links', { user: 'admin', role: 'admin' })).toMatchObject({ status: 201 });
  await eventually(
    async () => expect(await server('DELETE', '/users/admin/data')).toMatchObject({ status: 200 }),
    30_000,
  );
  const { body } = await call('GET', '/audit', { token });
  const changes = expect.arrayContaining([
    { field: 'user', to: ERASED },
    { field: 'role', to: 'admin' },
  ]);
  expect(body).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ action: 'adminLinkCreated', changes })]),
  });
});
