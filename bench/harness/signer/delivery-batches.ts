/** Batches of first attempts, as a signer gets them from SQS: ten messages, whose events have bodies of 1 KB. */
import { createHash } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { eventSample } from '../../../contract/event-samples.ts';
import { EventId } from '../../../contract/events.ts';
import { NetworkId } from '../../../contract/ids.ts';
import { deliveryIdOf } from '../../../lambdas/deliveries/delivery-id.ts';
import { messageText } from '../../../lambdas/deliveries/messages.ts';

export const MESSAGES_PER_BATCH = 10;
const BODY_BYTES = 1024;
const EVENT = 'channel.didCreate';

/** What the signer of the bench `signer` and its reference are called with. */
export const Order = v.object({ deliveries: v.number() });

/** On a machine that stalls for 1.5 s, the pending requests time out; that few are tolerated. */
const LEAST_SHARE = 0.99;

/** Throws if too few deliveries arrived. */
export function assertArrived(arrived: number, sent: number): void {
  if (arrived < sent * LEAST_SHARE) throw new Error(`Only ${arrived} of ${sent} deliveries arrived.`);
}

/** The nth event's body: the documented sample with a number, padded to 1 KB. */
export const bodyOf = (n: number): string => bodyWith(n, 'f'.repeat(BODY_BYTES - Buffer.byteLength(bodyWith(n, ''))));

const bodyWith = (n: number, filler: string): string =>
  JSON.stringify({ event: EVENT, data: { ...eventSample(EVENT), n, filler } });

/** Batch `index`: messages to the webhooks of a network, in turn. */
export const batchOf = (index: number, networkId: string, webhookIds: readonly string[]): SQSRecord[] =>
  Array.from({ length: MESSAGES_PER_BATCH }, (_, i) =>
    messageOf(index * MESSAGES_PER_BATCH + i, networkId, webhookIds),
  );

/** The nth message. */
export function messageOf(n: number, network: string, webhookIds: readonly string[]): SQSRecord {
  const webhookId = webhookIds[n % webhookIds.length] ?? '';
  const networkId = v.parse(NetworkId, network);
  const eventId = v.parse(EventId, `event-${n}`);
  const now = Date.now();
  const acceptedAt = new Date(now).toISOString();
  const body = messageText({
    kind: 'deliver',
    networkId,
    webhookId,
    deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt),
    eventId,
    event: EVENT,
    acceptedAt,
    body: bodyOf(n),
    attempt: 1,
    generation: 0,
  });
  return {
    messageId: `00000000-0000-4000-8000-${`${n}`.padStart(12, '0')}`,
    receiptHandle: `receipt-${n}`,
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: `${now}`,
      SenderId: 'AROAEXAMPLE:fan-out',
      ApproximateFirstReceiveTimestamp: `${now}`,
      MessageGroupId: webhookId,
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:first-attempts',
    awsRegion: 'eu-central-1',
  };
}
