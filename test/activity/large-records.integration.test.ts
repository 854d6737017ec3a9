import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { networkUserKey, UserId } from '../../contract/ids.ts';
import { type Client, cloud, connection, createNetwork, eventually, userOf } from '../../testing/service.ts';

/** More than fit into the half of a response. */
const RECORDS = 10;
/** Of one response of a function (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const LAMBDA_BYTES = 6 * 1024 * 1024;

describe('records from before there was a bound on ids', () => {
  let user: Client;
  beforeAll(async () => {
    const networkId = await createNetwork();
    const userId = v.parse(UserId, randomUUID());
    user = await userOf(networkId, userId);
    const { ActivitiesTableName } = cloud().outputs;
    const large = { targetId: 'x'.repeat(380_000), targetType: 'comment', objectId: 'c', objectType: 'comment' };
    for (let n = 0; n < RECORDS; n++) {
      const createdAt = `2024-02-28T12:00:00.0000${`${n}`.padStart(2, '0')}Z`;
      const key = { networkId_userId: networkUserKey(networkId, userId), createdAt };
      // The latest is larger than a page by itself: each of its characters is six in JSON.
      const targetId = n === RECORDS - 1 ? '\u0001'.repeat(200_000) : large.targetId;
      const Item = { ...key, eventId: `e${n}`, ...large, targetId, parentType: 'post', parentId: 'p' };
      await connection().client.send(new PutCommand({ TableName: ActivitiesTableName, Item }));
    }
  });

  test('are listed on smaller pages, none of which is too large for a response or left out', async () => {
    const times = Array.from({ length: RECORDS }, (_, n) => `2024-02-28T12:00:00.0000${`${n}`.padStart(2, '0')}Z`);
    // The list lags.
    await eventually(async () => expect(await listed()).toEqual(times.toReversed()));
  });

  async function listed(): Promise<readonly string[]> {
    const found: string[] = [];
    let query = '?limit=50';
    for (let pages = 0; pages < RECORDS && query !== ''; pages++) {
      const { status, text, body } = await user('GET', `/user-activities${query}`);
      expect(status).toBe(200);
      expect(Buffer.byteLength(text)).toBeLessThan(LAMBDA_BYTES / 2);
      const { data, start } = v.parse(Page, body);
      expect(data.length).toBeGreaterThan(0);
      found.push(...data.map(({ createdAt }) => createdAt));
      query = start === undefined ? '' : `?limit=50&${new URLSearchParams(start)}`;
    }
    expect(query).toBe('');
    return found;
  }
});

const Page = v.object({
  data: v.array(v.object({ createdAt: v.string() })),
  start: v.optional(v.object({ createdAt: v.string(), networkId_userId: v.string() })),
});
