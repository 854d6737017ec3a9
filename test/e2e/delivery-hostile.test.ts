import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { startAnswering, startReceiver, startSilent } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import { connection } from '../../testing/service.ts';
import { delivery, detailOf, kept, newRoom, numbered, post, webhookTo } from './delivery-room.ts';

/** Sends one event to a webhook of a new network, and returns its first attempt in the log. */
async function outcomeAt(receiver: Pick<Receiver, 'url'>, storedUrl?: string) {
  const { admin, server, networkId } = await newRoom();
  const { webhookId } = await webhookTo(admin, receiver);
  if (storedUrl !== undefined) {
    await connection().client.send(
      new UpdateCommand({
        TableName: connection().tables.webhooks,
        Key: { networkId, webhookId },
        UpdateExpression: 'SET #url = :url',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':url': storedUrl },
      }),
    );
  }
  const [eventId = ''] = await post(server, numbered(1));
  // A copy of its message may be held before the attempt ends.
  const isAttempted = { class: expect.not.stringMatching(/^(receiver_down|window_full)$/) };
  const summary = await delivery(admin, webhookId, eventId, isAttempted);
  const { attempts } = await detailOf(admin, webhookId, summary.deliveryId);
  await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
  return { ...summary, attempt: attempts[0] };
}

// Everything else that a receiver may do, and the time-out: test/delivery/send-request*.test.ts.
describe('a receiver that misbehaves has the documented class in the log', () => {
  test.each([
    ['a server error', () => startAnswering(500), 'http_5xx', 500],
    ['no response', () => startSilent(), 'timeout', undefined],
  ])('%s', async (_, start, expectedClass, statusCode) => {
    const outcome = await outcomeAt(await kept(start()));
    expect(outcome).toMatchObject({ state: 'retrying', class: expectedClass });
    expect(outcome.statusCode).toBe(statusCode);
    expect(outcome.attempt).toMatchObject({ number: 1, class: expectedClass });
    expect(Date.parse(outcome.nextAttemptAt ?? '')).toBeGreaterThan(Date.parse(outcome.lastAttemptAt ?? ''));
  });

  test('an address that the stage does not allow any more', async () => {
    const receiver = await kept(startReceiver());
    expect(await outcomeAt(receiver, 'http://10.0.0.1/hook')).toMatchObject({
      state: 'retrying',
      class: 'blocked_address',
    });
  });
});
