/** Blocks, unblocks, hide checks, and walks through block lists. */

import * as v from 'valibot';
import { BLOCKED_USERS_PER_PAGE, BlockedUser, BlockListPosition } from '../../../contract/block-list.ts';
import fc from '../../support/fast-check.ts';
import { type Asker, ask } from './ask.ts';
import { actors, users } from './colliding-ids.ts';
import { blockOf, must, type NetworkModel } from './model.ts';
import type { Span } from './register.ts';
import { type Command, destination, pick, type World } from './world.ts';

const [busiest] = actors;
const user = fc.constantFrom(...users);
const base = { ...destination, userId: fc.constantFrom(busiest, busiest, busiest, ...actors) };
type Base = Pick<Asker, 'userId' | 'isNew'> & { readonly network: number };

const userOf = ({ networks }: World, { network, userId, isNew }: Base): Asker => ({
  network: pick(networks, network),
  role: 'user',
  userId,
  isNew,
});

const change: fc.Arbitrary<Command> = fc
  .record({
    ...base,
    blocked: fc.uniqueArray(user, { minLength: 1, maxLength: 8 }),
    isBlock: fc.boolean(),
    asNumber: fc.boolean(),
  })
  .map(({ blocked, isBlock, asNumber, ...one }) => ({
    what: `${who(one)} ${isBlock ? 'blocks' : 'unblocks'} ${JSON.stringify(blocked)}`,
    run: async (world) => {
      for (const id of blocked) await changeBlock(userOf(world, one), id, isBlock, asNumber);
    },
  }));

/** A few users who are blocked and unblocked by everybody all the time, so that pages shift and writes meet. */
const contend: fc.Arbitrary<Command> = fc
  .record({ ...base, blocked: fc.constantFrom(...users.slice(0, 12)), isBlock: fc.boolean() })
  .map(({ blocked, isBlock, ...one }) => ({
    what: `${who(one)} ${isBlock ? 'blocks' : 'unblocks'} ${JSON.stringify(blocked)}`,
    run: (world) => changeBlock(userOf(world, one), blocked, isBlock, false),
  }));

const check: fc.Arbitrary<Command> = fc
  .record({ ...base, authors: fc.array(user, { minLength: 1, maxLength: 20 }) })
  .map(({ authors, ...one }) => ({
    what: `${who(one)} has ${JSON.stringify(authors)} checked`,
    run: (world) => checkHidden(userOf(world, one), authors),
  }));

const list: fc.Arbitrary<Command> = fc.record({ ...base, tokenAsText: fc.boolean() }).map((one) => ({
  what: `${who(one)} lists the blocked users`,
  run: (world) => walkBlocks(userOf(world, one), one.tokenAsText),
}));

export const blockCommand = fc.oneof(
  { weight: 2, arbitrary: change },
  { weight: 3, arbitrary: contend },
  { weight: 2, arbitrary: check },
  { weight: 3, arbitrary: list },
);

const who = ({ userId, network, isNew }: Base): string =>
  `${JSON.stringify(userId)} of network ${network}${isNew ? ', with a new token,' : ''}`;

/** Gives one user of a network a block list of several pages. */
export async function fillList(network: NetworkModel): Promise<void> {
  const asker: Asker = { network, role: 'user', userId: busiest, isNew: false };
  for (const blocked of users.slice(actors.length)) await changeBlock(asker, blocked, true, false);
}

async function changeBlock(asker: Asker, blocked: string, isBlock: boolean, asNumber: boolean): Promise<void> {
  const isOwn = blocked === asker.userId;
  const write = blockOf(asker.network, asker.userId, blocked).write(isBlock && !isOwn);
  const blockUserId = asNumber && isCanonicalInteger(blocked) ? Number(blocked) : blocked;
  const served = await ask(asker, 'blockUser', isBlock ? 'POST' : 'DELETE', '/block/members', { blockUserId });
  if (served === undefined) return write.refused();
  const { status, text } = served.response;
  must(status === (isOwn ? 400 : 200), `the response is ${status}: ${text}`);
  write.applied();
}

const isCanonicalInteger = (id: string): boolean => Number.isSafeInteger(Number(id)) && String(Number(id)) === id;

async function checkHidden(asker: Asker, authors: readonly string[]): Promise<void> {
  const { network, userId } = asker;
  const query = authors.map((author) => `checkList=${encodeURIComponent(author)}`).join('&');
  const served = await ask(asker, 'blockUser', 'GET', `/block/members?${query}`);
  if (served === undefined) return;
  const { response, span, lagMs } = served;
  must(response.status === 200, `the response is ${response.status}: ${response.text}`);
  // Valibot's records leave __proto__ out.
  const hidden = new Map<string, unknown>(Object.entries(v.parse(v.custom<object>(isObject), response.body)));
  must(hidden.size === new Set(authors).size, `there are ${hidden.size} users in ${response.text}`);
  for (const author of authors) {
    const isMutual = [...network.hideMode.possible(span, lagMs)].map((mode) => mode === 'mutual');
    const forward = [...blockOf(network, userId, author).possible(span)];
    const reverse = [...blockOf(network, author, userId).possible(span)];
    const possible = isMutual.flatMap((mutual) => forward.flatMap((f) => reverse.map((r) => f || (mutual && r))));
    const isHidden = hidden.get(author);
    must(
      possible.some((value) => value === isHidden),
      `${JSON.stringify(author)} is hidden: ${isHidden}, not ${possible}`,
    );
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const Page = v.object({ results: v.array(BlockedUser), paginationToken: v.optional(BlockListPosition) });

/** Reads all pages. Who was blocked all the time is in it once, who was never is not, and all are in order. */
export async function walkBlocks(asker: Asker, tokenAsText: boolean): Promise<void> {
  const { network, userId } = asker;
  const from = Date.now();
  const visited: string[] = [];
  let token: BlockListPosition | undefined;
  do {
    const paginationToken = token && (tokenAsText ? JSON.stringify(token) : token);
    const served = await ask(asker, 'blockUser', 'POST', '/block', { ...(token && { paginationToken }) });
    if (served === undefined) return;
    const { status, text, body } = served.response;
    must(status === 200, `the response is ${status}: ${text}`);
    const page = v.parse(Page, body);
    for (const { netid_uid, blocked_userId } of page.results) {
      must(netid_uid === `${network.networkId}_${userId}`, `the list of ${userId} has ${netid_uid}`);
      visited.push(blocked_userId);
    }
    token = page.paginationToken;
    const isFull = page.results.length === BLOCKED_USERS_PER_PAGE;
    must(
      isFull || (token === undefined && page.results.length < BLOCKED_USERS_PER_PAGE),
      `a page is not full: ${text}`,
    );
  } while (token !== undefined);
  expectBlocks(network, userId, visited, { from, to: Date.now() });
}

function expectBlocks(network: NetworkModel, userId: string, visited: readonly string[], span: Span): void {
  for (const [index, blocked] of visited.slice(1).entries()) {
    const before = visited[index] ?? '';
    must(Buffer.compare(Buffer.from(before), Buffer.from(blocked)) < 0, `${blocked} is after ${before}`);
  }
  const listed = new Set(visited);
  for (const blocked of new Set([...visited, ...(network.blocks.get(userId)?.keys() ?? [])])) {
    const possible = blockOf(network, userId, blocked).possible(span);
    const isListed = listed.has(blocked);
    must(possible.has(isListed), `${JSON.stringify(blocked)} is ${isListed ? '' : 'not '}in the list`);
  }
}
