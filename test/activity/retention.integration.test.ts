/** docs/spec/activity.md#record-expiry: how soon a changed setting counts for what a process of the reader records. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { UserId } from '../../contract/ids.ts';
import { changesOf } from '../../ctl/networks.ts';
import { activitiesOf } from '../../lambdas/activity/activities-table.ts';
import { cloud, connection, createNetwork, emulatorVariables } from '../../testing/service.ts';

test('a change of the days takes effect within a minute, and test events are never recorded', async () => {
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
  const record = async (eventId: string, more: object = {}) => {
    const data = { posts: [{ postId: 'p' }], reactor: { reactionId: 'r', reactionName: 'like', userId } };
    const [event, at] = ['v3.post.didAddReaction', '2024-02-28T12:00:00.000Z'];
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
  const { Items = [] } = await client.send(new QueryCommand(activitiesOf(tables.activities, { networkId, userId })));
  const expiry = Date.parse('2024-03-06T12:00:00.000Z') / 1000;
  expect(new Map(Items.map(({ eventId, expiresAt }) => [eventId, expiresAt]))).toEqual(
    new Map([
      ['before', undefined],
      ['after', expiry],
    ]),
  );
});
