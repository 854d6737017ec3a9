import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { ActivityEventName } from '../../contract/activity-payloads.ts';
import { isNotice } from '../../contract/event-names.ts';
import type { NoticeMessage } from '../../contract/notices.ts';
import { type EventMessage, eventMessages, type Queued } from '../deliveries/messages.ts';
import { QueueUnavailableError, queueSender } from '../deliveries/queue-sender.ts';
import { eventOfImage, type StoredEvent } from '../events/stored-event.ts';
import { isNoticeAbout } from '../notices/notice.ts';
import { optional, required } from '../shared/env.ts';
import { processMetrics } from '../shared/metrics.ts';
import { type RecordFailure, wholeBatch } from '../shared/stream.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import { subscribers } from '../webhooks/subscription.ts';
import { webhookDirectory } from '../webhooks/webhook-directory.ts';
import type { MalformedWebhook } from '../webhooks/webhooks-table.ts';
import { laneChoice } from './lane-choice.ts';

const directory = webhookDirectory();
const laneOf = laneChoice();
const senders = {
  fast: queueSender(required('FIRST_ATTEMPTS_QUEUE_URL')),
  slow: queueSender(required('SLOW_LANE_QUEUE_URL')),
  deadLetters: queueSender(required('SLOW_LANE_DEAD_LETTER_QUEUE_URL')),
};
type Destination = keyof typeof senders;
const mailsUrl = optional('NOTICES_QUEUE_URL');
const sendMails = mailsUrl === undefined ? async () => new Set() : queueSender(mailsUrl);

/**
 * Sends an event of the outbox, with the enabled webhooks that ask for it by their patterns and their filters, but not
 * with the one that a notice is about, nor with those whose receivers read events themselves: ten webhooks to a message, since a request's 800 deliveries would hold up the
 * events of other networks. Test events have been sent already. What is for a webhook whose item is malformed goes
 * to the dead-letter queue of the slow lane, from which `ctl redrive` puts it back once the item is repaired.
 *
 * A notice goes to the queue of mails as well, in a stage that has one.
 *
 * The messages of a whole batch of events are sent together, and networks take turns. An event is handled again as a
 * whole where SQS did not accept one of its messages: a repeated message names the same delivery.
 */
export const handler = wholeBatch(async (records) => {
  const beganAt = Date.now();
  const fanned = await Promise.all(records.map(({ dynamodb }) => messagesOrFailure(dynamodb?.NewImage)));
  const refused: readonly ReadonlySet<unknown>[] = await Promise.all([
    ...Object.entries(senders).map(([destination, send]) => send(interleaveByNetwork(messagesTo(destination, fanned)))),
    sendMails(fanned.flatMap(({ mails }) => mails)),
  ]);
  const isRefused = (message: Queued): boolean => refused.some((failed) => failed.has(message));
  measure(beganAt, records, fanned, isRefused);
  return fanned.map(({ messages, mails, failure }) => {
    const wasRefused = [...messages, ...mails].some(isRefused);
    return wasRefused ? { reason: new QueueUnavailableError('SQS did not accept a message of the event.') } : failure;
  });
});

function measure(
  beganAt: number,
  records: readonly DynamoDBRecord[],
  fanned: readonly FannedOut[],
  isRefused: (message: Queued) => boolean,
): void {
  const forActivity = records.filter(({ dynamodb }) => v.is(ForActivity, dynamodb?.NewImage)).length;
  if (forActivity > 0) processMetrics.add('EventsForActivity', forActivity);
  for (const { messages } of fanned) {
    const [first] = messages;
    if (first === undefined) continue;
    processMetrics.add('FanOutLag', Math.max(0, beganAt - Date.parse(first.message.acceptedAt)));
    const accepted = messages.filter((message) => !isRefused(message));
    processMetrics.add('DeliveriesCreated', accepted.flatMap(({ message }) => message.webhookIds).length);
  }
  processMetrics.flush();
}

/** What the stream's filter lets through to the other reader (lib/capabilities/activity.ts), for an alarm. */
const ForActivity = v.object({ event: v.object({ S: ActivityEventName }) });

const messagesTo = (destination: string, fanned: readonly FannedOut[]): readonly Outgoing[] =>
  fanned.flatMap(({ messages }) => messages.filter((message) => message.destination === destination));

/** The messages in another order: one of each network, then the second of each, and so on. */
function interleaveByNetwork(messages: readonly Outgoing[]): readonly Outgoing[] {
  const networks = [...Map.groupBy(messages, ({ message }) => message.networkId).values()];
  const longest = Math.max(0, ...networks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => networks.flatMap((own) => own[turn] ?? [])).flat();
}

interface Outgoing extends Queued<EventMessage> {
  readonly destination: Destination;
}

/** The messages of one record, or why there are none. */
interface FannedOut {
  readonly messages: readonly Outgoing[];
  /** That of a notice, for the queue of mails. */
  readonly mails: readonly Queued<NoticeMessage>[];
  readonly failure?: RecordFailure;
}

async function messagesOrFailure(image: unknown): Promise<FannedOut> {
  try {
    const event = eventOfImage(image);
    if (event.isTest) return { messages: [], mails: [] };
    const { webhooks, malformed } = await directory.forEvents(event.networkId, Date.parse(event.acceptedAt));
    const isTold = ({ webhookId }: WebhookKey): boolean => !isNoticeAbout(event, webhookId);
    const sent = webhooks.filter(({ pull }) => !pull);
    const told = subscribers(sent, event).filter(isTold);
    const messages = [...Map.groupBy(told, laneOf)].flatMap(([destination, of]) =>
      eventMessages(event, of).map((message) => ({ destination, message })),
    );
    const malformedOnes = subscribers(
      malformed.filter(({ pull }) => !pull),
      event,
    )
      .filter(isTold)
      .flatMap((webhook) => deadLetter(event, webhook));
    return {
      messages: [...messages, ...malformedOnes],
      mails: isNotice(event.event) ? [noticeMessageOf(event)] : [],
    };
  } catch (reason) {
    return { messages: [], mails: [], failure: { reason } };
  }
}

const noticeMessageOf = ({ networkId, eventId, acceptedAt: at, body }: StoredEvent): Queued<NoticeMessage> => ({
  message: { networkId, eventId, at, body },
});

/** A message for later, when the item of its webhook is repaired. The body is read from the outbox then. */
const deadLetter = (event: StoredEvent, webhook: MalformedWebhook): readonly Outgoing[] =>
  eventMessages(event, [webhook]).map(({ body: _, ...message }) => ({
    destination: 'deadLetters',
    message,
    reason: MALFORMED,
  }));

const MALFORMED = 'The item of its webhook is malformed: the log of FanOut names the field.';
