/** docs/spec/activity.md#record-expiry: how soon a changed setting counts for what a process of the reader records. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { UserId } from '../../contract/ids.ts';
import { changesOf } from '../../ctl/networks.ts';
import { activitiesOf } from '../../lambdas/activity/activities-table.ts';
import { cloud, connection, createNetwork, emulatorVariables } from '../../testing/service.ts';

const DAY_MS = 86_400_000;
/** When the actions were done. */
const done = new Date(Date.now() - 6 * DAY_MS).toISOString();

test('a change of the days takes effect within a minute; what would have expired and test events are not recorded', async () => {
  const { client, tables } = connection();
  Object.assign(process.env, {
    ACTIVITIES_TABLE: tables.activities,
    NETWORKS_TABLE: tables.networks,
    ON_FAILURE_QUEUE_URL: cloud().outputs['RecordActivityOnFailureQueueUrl'],
    ...emulatorVariables(),
  });
  const { handler } = await import('../../lambdas/activity/record-activity.ts');
  const networkId = await createNetwork();
  const userId = v.parse(UserId, 'alice');
  const record = async (eventId: string, more: object = {}, at = done) => {
    const data = { posts: [{ postId: 'p' }], reactor: { reactionId: 'r', reactionName: 'like', userId } };
    const event = 'v3.post.didAddReaction';
    const texts = { networkId, eventId, event, body: JSON.stringify({ event, data }), occurredAt: at, acceptedAt: at };
    const NewImage = { ...Object.fromEntries(Object.entries(texts).map(([name, S]) => [name, { S }])), ...more };
    expect(await handler(Object({ Records: [{ dynamodb: { NewImage } }], redrive: true }))).toEqual({
      batchItemFailures: [],
    });
  };
  await record('before');
  await changesOf(connection()).set(networkId, 'activityRetentionDays', 7);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
  await record('after');
  clock.mockRestore();
  await record('test', { isTest: { BOOL: true } });
  await record('long ago', {}, '2015-02-28T12:00:00.000Z');
  const { Items = [] } = await client.send(new QueryCommand(activitiesOf(tables.activities, { networkId, userId })));
  const expiry = Math.floor((Date.parse(done) + 7 * DAY_MS) / 1000);
  expect(new Map(Items.map(({ eventId, expiresAt }) => [eventId, expiresAt]))).toEqual(
    new Map([
      ['before', undefined],
      ['after', expiry],
    ]),
  );
});
