import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { scriptedClient } from '../support/clients.ts';

const user = networkUserKey(v.parse(NetworkId, 'demo'), v.parse(UserId, 'alice'));
const timeOf = (n: number): string => `2024-02-28T12:00:00.00000${n}Z`;
/** Newest first. The latest is larger than a page by itself: each of its characters is six in JSON. */
const Items = Array.from({ length: 10 }, (_, n) => ({
  networkId_userId: user,
  createdAt: timeOf(9 - n),
  objectId: 'c',
  objectType: 'comment',
  targetId: n === 0 ? '\u0001'.repeat(200_000) : 'x'.repeat(380_000),
  targetType: 'comment',
  parentType: 'post',
  parentId: 'p',
}));

const Asked = v.object({ ExpressionAttributeValues: v.object({ ':from': v.optional(v.string(), '~') }) });

// A response of a function has at most 6 MB: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
test('records from before there was a bound on ids are listed on smaller pages, none of which is too large', async () => {
  const { client } = scriptedClient((input) => {
    const { ':from': from } = v.parse(Asked, input).ExpressionAttributeValues;
    // DynamoDB reads a megabyte at once.
    const found = Items.filter(({ createdAt }) => createdAt < from).slice(0, 2);
    const last = found.at(-1);
    return { Items: found, ...(last && last.createdAt > timeOf(0) && { LastEvaluatedKey: last }) };
  });
  const listed: string[] = [];
  for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
    const { data, start } = await activitiesTable(client, 'activities').page(user, 50, after);
    expect(data.length === 1 || JSON.stringify(data).length < 1_100_000).toBe(true);
    listed.push(...data.map(({ createdAt }) => createdAt));
    after = start?.createdAt;
  }
  expect(listed).toEqual(Items.map(({ createdAt }) => createdAt));
});
