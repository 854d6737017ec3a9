import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { startAnswering, startReceiver, startSilent } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import { connection } from '../../testing/service.ts';
import { delivery, detailOf, kept, newRoom, numbered, post, webhookTo } from './delivery-room.ts';

/** Sends one event to a webhook of a new network, and returns its attempt of a class, which is in the log. */
async function outcomeAt(receiver: Pick<Receiver, 'url'>, expectedClass: string, storedUrl?: string) {
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
  // On a busy machine the first attempt may time out.
  const summary = await delivery(admin, webhookId, eventId, { class: expectedClass });
  const { attempts } = await detailOf(admin, webhookId, summary.deliveryId);
  await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
  return { ...summary, attempt: attempts.findLast((attempt) => attempt.class === expectedClass) };
}

// Everything else that a receiver may do, and the time-out: test/delivery/send-request*.test.ts.
describe('a receiver that misbehaves has the documented class in the log', () => {
  test.each([
    ['a server error', () => startAnswering(500), 'http_5xx', 500],
    ['no response', () => startSilent(), 'timeout', undefined],
  ])('%s', async (_, start, expectedClass, statusCode) => {
    const outcome = await outcomeAt(await kept(start()), expectedClass);
    expect(outcome.state).toBe('retrying');
    expect(outcome.statusCode).toBe(statusCode);
    expect(outcome.attempt?.statusCode).toBe(statusCode);
    expect(Date.parse(outcome.nextAttemptAt ?? '')).toBeGreaterThan(Date.parse(outcome.lastAttemptAt ?? ''));
  });

  test('an address that the stage does not allow any more', async () => {
    const receiver = await kept(startReceiver());
    expect(await outcomeAt(receiver, 'blocked_address', 'http://10.0.0.1/hook')).toMatchObject({ state: 'retrying' });
  });
});
