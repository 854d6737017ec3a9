/** What is done with events: where they are posted, and where each becomes activity and deliveries. */
import * as v from 'valibot';
import { ActivityEventName } from '../../../contract/activity-payloads.ts';
import { asksFor, MAX_EVENT_PATTERN_LENGTH } from '../../../contract/event-names.ts';
import { EventId, ingestEvents, MAX_EVENT_BYTES } from '../../../contract/events.ts';
import { NetworkId } from '../../../contract/ids.ts';
import { MAX_EVENT_PATTERNS, MAX_WEBHOOKS_PER_NETWORK } from '../../../contract/webhooks.ts';
import { actionOfEvent } from '../../../lambdas/activity/action-of-event.ts';
import { deliveryIdOf } from '../../../lambdas/deliveries/delivery-id.ts';
import { eventMessages, messagesOfText, messageText } from '../../../lambdas/deliveries/messages.ts';
import { acceptedEvents, refuseLargeEvents } from '../../../lambdas/events/accepted-events.ts';
import { eventSourceTexts } from '../../../lambdas/events/event-source-text.ts';
import { eventOfImage } from '../../../lambdas/events/stored-event.ts';
import { subscribers } from '../../../lambdas/webhooks/subscription.ts';
import { filled, jsonShapes } from '../dear-texts.ts';
import { type Row, row } from '../row.ts';

const networkId = v.parse(NetworkId, 'demo');
const eventId = v.parse(EventId, 'event');
const acceptedAt = '2026-03-02T09:15:00.000Z';
/** Characters of an event's text beside its data. */
const AROUND = 100;

const mapped = <T>(
  make: (text: string) => T,
  shapes: Readonly<Record<string, (size: number) => string>> = jsonShapes,
) =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, (size: number) => make(shape(Math.max(1, size - AROUND)))]),
  );

const bodyWith = (data: string, event = 'app.opened'): string => `{"event":"${event}","data":{"list":${data}}}`;
const stored = (body: string) => ({
  networkId,
  eventId,
  event: 'app.opened',
  body,
  occurredAt: acceptedAt,
  acceptedAt,
});

/** A body that has been checked: as many events of 256 KB as there may be bytes. */
const posted = (size: number, shape: (size: number) => string): string => {
  const one = `{"event":"app.opened","data":{"list":${shape(Math.min(size, MAX_EVENT_BYTES) - AROUND)}}}`;
  return `{"events":[${filled(size - AROUND, one, ',')}]}`;
};

const pattern = (n: number): string => `${'a'.repeat(MAX_EVENT_PATTERN_LENGTH - 6)}${n}.*`;

/** What is tried of megabytes. */
const largeShapes = [
  'numbers',
  'objects',
  'nested lists',
  'a text of emoji',
  'a text of backslashes',
  'spaces',
] as const;

/** The most characters of a text that travels in a message, as fan-out decides. */
const MAX_BODY_IN_MESSAGE = 16 * 1024;

export const eventRows: readonly Row[] = [
  row({
    name: 'the texts of posted events',
    places: ['events/ingest-events'],
    serves: 'one request',
    limit: ingestEvents.body.maxBytes,
    shapes: {
      ...Object.fromEntries(largeShapes.map((name) => [name, (size: number) => posted(size, jsonShapes[name])])),
      'members beside the events': (size: number) => `{${filled(size - AROUND, '"a":0', ',')},"events":[]}`,
    },
    run: (text) => {
      const texts = eventSourceTexts(text);
      refuseLargeEvents(texts);
      return acceptedEvents(
        networkId,
        texts.map(() => ({ event: 'app.opened' })),
        texts,
        0,
      );
    },
    unavoidable: (text) => JSON.parse(text),
  }),
  row({
    name: 'a record of the stream',
    places: ['delivery/fan-out', 'activity/record-activity'],
    serves: 'several networks',
    limit: MAX_EVENT_BYTES,
    shapes: mapped((text) => ({
      ...Object.fromEntries(Object.entries(stored(bodyWith(text))).map(([name, S]) => [name, { S }])),
    })),
    run: eventOfImage,
  }),
  row({
    name: 'the name of an event, and the patterns of fifty webhooks',
    places: ['delivery/fan-out', 'delivery-log/list-network-deliveries', 'recovery/read-ledger'],
    serves: 'several networks',
    limit: MAX_WEBHOOKS_PER_NETWORK,
    shapes: {
      'patterns that begin alike': (size) =>
        Array.from({ length: size }, () => Array.from({ length: MAX_EVENT_PATTERNS }, (_, n) => pattern(n))),
      'names that begin alike': (size) =>
        Array.from({ length: size }, () =>
          Array.from({ length: MAX_EVENT_PATTERNS }, (_, n) => pattern(n).replace('*', `b${n}`)),
        ),
    },
    run: (webhooks) => webhooks.filter((patterns) => asksFor(patterns, pattern(99).replace('*', 'b'))),
  }),
  row({
    name: 'an event, and fifty webhooks with a filter',
    places: ['delivery/fan-out', 'delivery/sign-and-send', 'delivery-log/show-event'],
    serves: 'several networks',
    limit: MAX_EVENT_BYTES,
    shapes: mapped((text) => ({ event: 'app.opened', body: bodyWith(text) })),
    run: (event) =>
      subscribers(
        Array.from({ length: MAX_WEBHOOKS_PER_NETWORK }, (_, n) => ({
          events: ['*'],
          filter: `{"data":{"id":["${n}"]}}`,
        })),
        event,
      ),
    unavoidable: ({ body }) => JSON.parse(body),
  }),
  row({
    name: 'the messages of an event to fifty webhooks',
    places: ['delivery/fan-out'],
    serves: 'several networks',
    limit: MAX_BODY_IN_MESSAGE,
    shapes: {
      ...mapped((text) => stored(bodyWith(text))),
      'nothing but emoji': (size) => stored(bodyWith(`"${filled(size - AROUND, '😀')}"`)),
      'nothing but U+FFFF': (size) => stored(bodyWith(`"${filled(size - AROUND, '\uffff')}"`)),
    },
    run: (event) =>
      eventMessages(
        event,
        Array.from({ length: MAX_WEBHOOKS_PER_NETWORK }, (_, n) => ({ webhookId: `wh_${n}` })),
      ).map(messageText),
  }),
  row({
    name: 'a message of a lane',
    places: ['delivery/sign-and-send'],
    serves: 'several networks',
    limit: MAX_BODY_IN_MESSAGE,
    shapes: mapped((text) => eventMessages(stored(bodyWith(text)), [{ webhookId: 'wh_1' }]).map(messageText)),
    run: (texts) => texts.map(messagesOfText),
  }),
  row({
    name: 'ids of the deliveries of an event',
    places: ['delivery/sign-and-send', 'delivery-log/find-delivery'],
    serves: 'several networks',
    limit: 64,
    shapes: { letters: (size) => filled(size, 'a'), emoji: (size) => filled(size, '😀') },
    run: (id) =>
      Array.from({ length: MAX_WEBHOOKS_PER_NETWORK }, (_, n) => deliveryIdOf(networkId, id, `wh_${n}`, acceptedAt)),
  }),
  ...ActivityEventName.options.map((name) =>
    row({
      name: `the activity of ${name}`,
      places: ['activity/record-activity'],
      serves: 'several networks',
      limit: MAX_EVENT_BYTES,
      shapes: mapped((text): unknown => {
        const comment = `{"commentId":"a","referenceId":"a","referenceType":"post","userId":"a","parentId":"a","more":${text}}`;
        return JSON.parse(
          `{"posts":[{"postId":"a","more":${text}}],"comments":[${comment},${text}],"reactor":{"reactionId":"a","reactionName":"a","userId":"a"}}`,
        );
      }),
      run: (data) => actionOfEvent(name, data),
    }),
  ),
];
