/** A change of a block and its event are stored together, once for each change, whatever dies or is repeated meanwhile. */
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { connectTo } from '@social-platform-services/ctl/connection';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { longestRetention } from '../../contract/tables.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { type RequestedEnd, type StoredBlock, timesOf } from '../../lambdas/block/stored-block.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { lossyClient } from '../support/clients.ts';
import { patience } from '../support/eventually.ts';
import fc from '../support/fast-check.ts';
import { membersOf } from '../support/members.ts';
import { cloud, connection } from '../support/service.ts';
import { tableLike } from '../support/table-like.ts';

jest.setTimeout(patience(60_000));

const clients: DynamoDBDocumentClient[] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
});
const kept = (client: DynamoDBDocumentClient): DynamoDBDocumentClient => {
  clients.push(client);
  return client;
};

let tables: { readonly blocks: string; readonly events: string };
beforeAll(async () => {
  const { client } = connection();
  tables = {
    blocks: await tableLike(client, connection().tables.blocks),
    events: await tableLike(client, `${cloud().outputs['EventsTableName']}`),
  };
});

const user = (id: string): UserId => v.parse(UserId, id);
const ada = user('ada');
let networks = 0;
const newNetwork = (): NetworkId => v.parse(NetworkId, `n${++networks}`);
const blockOf = (networkId: NetworkId, whom: UserId) => ({
  netid_uid: networkUserKey(networkId, ada),
  blocked_userId: whom,
});

/** What a function does for a request, by a client. */
function changesBy(client: DynamoDBDocumentClient, networkId: NetworkId) {
  const blocks = blocksTable(client, tables.blocks);
  const outbox = eventsTable(client, tables.events, longestRetention);
  const announcing = (event: string) => (block: StoredBlock) => {
    const at = new Date().toISOString();
    const body = JSON.stringify({ event, data: { blockedUserId: block.blocked_userId, ...timesOf(block) } });
    const eventId = v.parse(EventId, uuidv7());
    return outbox.adding({ networkId, eventId, event, body, occurredAt: at, acceptedAt: at });
  };
  return {
    block: (whom: UserId, end: RequestedEnd) => blocks.add(blockOf(networkId, whom), end, announcing('user.didBlock')),
    unblock: (whom: UserId) => blocks.remove(blockOf(networkId, whom), announcing('user.didUnblock')),
  };
}

/** The bodies of the events of a network, in the order of their ids, which is that of the changes. */
async function eventsOf(networkId: NetworkId): Promise<readonly unknown[]> {
  const items: Record<string, unknown>[] = [];
  const scan = {
    TableName: tables.events,
    ConsistentRead: true,
    FilterExpression: 'networkId = :network',
    ExpressionAttributeValues: { ':network': networkId },
  };
  for await (const { Items = [] } of paginateScan({ client: connection().client }, scan)) items.push(...Items);
  return items
    .toSorted((one, other) => (`${one['eventId']}` < `${other['eventId']}` ? -1 : 1))
    .map(({ body }) => JSON.parse(`${body}`));
}

const stateOf = async (networkId: NetworkId, whom: UserId) => {
  const [block] = await blocksTable(connection().client, tables.blocks).existing([blockOf(networkId, whom)]);
  return block && { blockedUserId: whom, ...timesOf(block) };
};

class Killed extends Error {}

/** A client whose process is killed at a call of DynamoDB: before it is sent, or when it has taken effect. */
function killedAt(call: number, isSent: boolean): DynamoDBDocumentClient {
  const { client } = connectTo(cloud());
  let calls = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      if (calls > call) throw new Killed();
      if (calls === call && !isSent) throw new Killed();
      const result = await next(args);
      if (calls === call) throw new Killed();
      return result;
    },
    { step: 'initialize', priority: 'low' },
  );
  return kept(client);
}

const whom = fc.constantFrom(user('grace'), user('linus'));
const end = fc.constantFrom<RequestedEnd[]>(
  {},
  { expiresInSeconds: 60 },
  { expiresInSeconds: 3_600 },
  { expiresAt: '2036-01-01T00:00:00Z' },
);
const request = fc.record({
  whom,
  isBlock: fc.boolean(),
  end,
  /** The call at which the process of each attempt but the last is killed, and whether that call was sent. */
  kills: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 2 }),
});

describe('with events of blocks', () => {
  test('each change of a block has one event, whichever call a process is killed at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), async (requests) => {
        const networkId = newNetwork();
        const expected: unknown[] = [];
        for (const { whom: one, isBlock, end: asked, kills } of requests) {
          const before = await stateOf(networkId, one);
          const attempt = (client: DynamoDBDocumentClient) => {
            const changes = changesBy(client, networkId);
            return isBlock ? changes.block(one, asked) : changes.unblock(one);
          };
          for (const [call, isSent] of kills) {
            await attempt(killedAt(call, isSent)).catch((error) => {
              if (!(error instanceof Killed)) throw error;
            });
            // Both, or none of them.
            const meanwhile = await stateOf(networkId, one);
            const isChanged = JSON.stringify(meanwhile) !== JSON.stringify(before);
            expect(await eventsOf(networkId)).toHaveLength(expected.length + Number(isChanged));
          }
          await attempt(connection().client);
          const after = await stateOf(networkId, one);
          if (JSON.stringify(after) !== JSON.stringify(before))
            expected.push(
              isBlock ? { event: 'user.didBlock', data: after } : { event: 'user.didUnblock', data: before },
            );
          expect(after === undefined).toBe(!isBlock);
        }
        expect(await eventsOf(networkId)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  test.each(['response', 'request'] as const)(
    'the SDK repeats a change whose %s was lost, and it has one event',
    async (loss) => {
      const networkId = newNetwork();
      const { block, unblock } = changesBy(kept(lossyClient(loss)), networkId);
      await block(ada, { expiresInSeconds: 60 });
      await block(ada, { expiresInSeconds: 600 });
      await unblock(ada);
      const names = (await eventsOf(networkId)).map((event) => membersOf(event)['event']);
      expect(names).toEqual(['user.didBlock', 'user.didBlock', 'user.didUnblock']);
      expect(await stateOf(networkId, ada)).toBeUndefined();
    },
  );

  test('requests at one time make one event for each change', async () => {
    const networkId = newNetwork();
    const { block, unblock } = changesBy(connection().client, networkId);
    const atOnce = (change: () => Promise<void>) => Promise.all(Array.from({ length: 6 }, change));
    await atOnce(() => block(ada, { expiresInSeconds: 3_600 }));
    expect(await eventsOf(networkId)).toHaveLength(1);
    await atOnce(() => unblock(ada));
    expect(await eventsOf(networkId)).toHaveLength(2);
    expect(await stateOf(networkId, ada)).toBeUndefined();
  });

  test('unblocking whose block has ended emits nothing, and blocking again makes a new block', async () => {
    const networkId = newNetwork();
    const { block, unblock } = changesBy(connection().client, networkId);
    await block(ada, { expiresInSeconds: 60 });
    const later = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    await unblock(ada);
    expect(await eventsOf(networkId)).toHaveLength(1);
    await block(ada, {});
    clock.mockRestore();
    const [, second] = await eventsOf(networkId);
    const createdAt = new Date(later).toISOString();
    expect(second).toEqual({ event: 'user.didBlock', data: { blockedUserId: 'ada', createdAt } });
  });
});
