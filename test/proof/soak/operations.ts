/** What the users, the back end and the admin of a network do in the soak, each with the response that must come. */
import { isDeepStrictEqual } from 'node:util';
import type { ApiResponse } from '../../../testing/service.ts';
import type { SoakNetwork, SoakUser } from './soak-network.ts';

/** Does one thing. Throws where the response is not the right one. */
type Operation = (network: SoakNetwork, user: SoakUser) => Promise<void>;

/** Users to be blocked: never those who act, so that each list changes by its owner only. */
const BLOCKABLE = 200;
const MAX_EVENTS = 5;
let marks = 0;

/** Of 20 operations, how many are of which kind. */
const shares: readonly (readonly [count: number, operation: Operation])[] = [
  [8, checkHidden],
  [3, changeBlock],
  [1, listBlocks],
  [4, postEvents],
  [2, listActivities],
  [2, administer],
];
const operations = shares.flatMap(([count, operation]) => Array.from({ length: count }, () => operation));

/** One of the operations. */
export async function operate(network: SoakNetwork, user: SoakUser): Promise<void> {
  await operations[Math.floor(Math.random() * operations.length)]?.(network, user);
}

const someone = (): string => `blockable-${Math.floor(Math.random() * BLOCKABLE)}`;

async function checkHidden(_network: SoakNetwork, { client, blocked }: SoakUser): Promise<void> {
  const ids = new Set(Array.from({ length: 1 + Math.floor(Math.random() * 20) }, () => someone()));
  const query = [...ids].map((id) => `checkList=${id}`).join('&');
  const expected = Object.fromEntries([...ids].map((id) => [id, blocked.has(id)]));
  const response = expectStatus(200, await client('GET', `/block/members?${query}`));
  if (!isDeepStrictEqual({ ...Object(response.body) }, expected)) throw wrong(response, JSON.stringify(expected));
}

async function changeBlock(_network: SoakNetwork, { client, blocked }: SoakUser): Promise<void> {
  const blockUserId = someone();
  if (Math.random() < 0.5) {
    expectStatus(200, await client('POST', '/block/members', { blockUserId }));
    blocked.add(blockUserId);
  } else {
    expectStatus(200, await client('DELETE', '/block/members', { blockUserId }));
    blocked.delete(blockUserId);
  }
}

async function listBlocks(_network: SoakNetwork, { client }: SoakUser): Promise<void> {
  expectStatus(200, await client('POST', '/block', {}));
}

async function postEvents(network: SoakNetwork, user: SoakUser): Promise<void> {
  const events = Array.from({ length: 1 + Math.floor(Math.random() * MAX_EVENTS) }, () => {
    const mark = `${network.networkId}/${marks++}`;
    if (Math.random() < 0.5) return { id: mark, event: 'shop.didSell', data: { mark } };
    const comment = { commentId: mark, userId: user.userId, referenceId: 'post', referenceType: 'post' };
    return { id: mark, event: 'v3.comment.didCreate', data: { mark, comments: [comment] } };
  });
  expectStatus(202, await network.server('POST', '/events', { events }));
  for (const { id, event } of events) {
    if (event === 'v3.comment.didCreate') user.actions.add(id);
    for (const { asksFor, expected } of network.webhooks) if (asksFor(event)) expected.add(id);
  }
}

async function listActivities(_network: SoakNetwork, { client }: SoakUser): Promise<void> {
  expectStatus(200, await client('GET', '/user-activities'));
}

async function administer({ admin, webhooks }: SoakNetwork): Promise<void> {
  const paths = [
    '/webhooks',
    '/network',
    '/webhook-statistics',
    ...webhooks.flatMap(({ webhookId }) => [`/webhooks/${webhookId}/deliveries`, `/webhooks/${webhookId}/statistics`]),
  ];
  expectStatus(200, await admin('GET', paths[Math.floor(Math.random() * paths.length)] ?? '/webhooks'));
}

function expectStatus(status: number, response: ApiResponse): ApiResponse {
  if (response.status !== status) throw wrong(response, `${status}`);
  return response;
}

const wrong = ({ status, text }: ApiResponse, expected: string): Error =>
  new Error(`expected ${expected}, got ${status} ${text.slice(0, 300)}`);
