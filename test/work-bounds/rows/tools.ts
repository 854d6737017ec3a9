/** What the command line reads and prints, what the panel shows, and what the client verifies. */
import { createHmac } from 'node:crypto';
import type { DeliveryOfWebhook } from '@social-platform-services/client';
import { verifyWebhook, WebhookVerificationError } from '@social-platform-services/client/webhooks';
import { outcomeOf, readFormat } from '@social-platform-services/ctl/bulk/record-file';
import { OperatorError } from '@social-platform-services/ctl/errors';
import { loggedDeliveryJson, loggedDeliveryText, refusalWarning } from '@social-platform-services/ctl/listen/messages';
import { alignColumns, printable } from '@social-platform-services/ctl/output';
import { explain } from '@social-platform-services/ctl/redrive/failed-message';
import { csvOf } from '@social-platform-services/panel/shared/csv';
import { shortUrl, visibleText } from '@social-platform-services/panel/shared/texts';
import * as v from 'valibot';
import { MAX_EVENT_BYTES } from '../../../contract/events.ts';
import { UserId } from '../../../contract/ids.ts';
import { prettyJson } from '../../../contract/json-format.ts';
import { MAX_JSON_LEVELS } from '../../../contract/json-text.ts';
import { MAX_WEBHOOK_URL_LENGTH } from '../../../contract/target-policy.ts';
import { filled, jsonShapes, textShapes } from '../dear-texts.ts';
import { type Row, row } from '../row.ts';

/** A longer line of a file is refused. */
const MAX_LINE_BYTES = 64 * 1024;
const Block = v.strictObject({ blocker: UserId, blocked: UserId });
const add = (record: unknown) => void v.parse(Block, record);

async function* oneLine(text: string) {
  yield { number: 1, bytes: Buffer.from(text) };
}
const parseCsv = await readFormat('a.csv', oneLine('blocker,blocked'), ['blocker', 'blocked']);
const parseJson = await readFormat('a.ndjson', oneLine(''), []);

const headerShapes = {
  ...textShapes,
  'different names': (size: number) => Array.from({ length: size / 5 }, (_, n) => n.toString(36)).join(','),
  'the same name': (size: number) => filled(size, 'a', ','),
};

const logged: DeliveryOfWebhook = {
  webhookId: 'wh_1',
  deliveryId: '01JDEXAMPQ7W3N5Y8T2V4X6Z9A',
  eventId: 'event',
  event: 'app.opened',
  state: 'delivered',
  class: 'delivered',
  attemptCount: 1,
  createdAt: '2026-03-02T09:15:00.000Z',
};
const received = (text: string): string => `{"event":"app.opened","data":{"a":${text}}}`;
const fromJson = <T>(make: (text: string) => T) =>
  Object.fromEntries(
    Object.entries(jsonShapes).map(([name, shape]) => [name, (size: number) => make(shape(Math.max(1, size - 20)))]),
  );
const fromText = <T>(make: (text: string) => T) =>
  Object.fromEntries(Object.entries(textShapes).map(([name, shape]) => [name, (size: number) => make(shape(size))]));
/** In characters: larger bodies are not part of a message. */
const MAX_MESSAGE = 20 * 1024;
/** Dear lists at the bottom of as many objects as there may be. */
const atTheBottom = (part: string) => (size: number) =>
  received(
    `${'{"a":'.repeat(MAX_JSON_LEVELS - 3)}[${filled(size - 400, part, ',')}]${'}'.repeat(MAX_JSON_LEVELS - 3)}`,
  );

const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;
/** Of a receiver's framework, in characters. */
const MAX_HEADERS = 16 * 1024;
const right = (body: Buffer): string =>
  `v1,${createHmac('sha256', Buffer.from('a'.repeat(32)))
    .update(`a.${0}.`)
    .update(body)
    .digest('base64')}`;
const request = (body: Buffer, headers: Readonly<Record<string, string>>) => ({
  body,
  secret,
  now: new Date(0),
  headers: { 'webhook-id': 'a', 'webhook-timestamp': '0', ...headers },
});

const bulkRow = (name: string, parse: typeof parseCsv, shapes: Readonly<Record<string, (size: number) => string>>) =>
  row({
    name,
    places: ['ctl'],
    serves: 'one request',
    limit: MAX_LINE_BYTES,
    shapes,
    run: (text) => outcomeOf({ number: 1, bytes: Buffer.from(text) }, parse, add),
  });

const queues = [
  { kind: 'stream', name: '', url: '', reader: '' },
  { kind: 'lane', name: '', url: '', lane: '' },
  { kind: 'notices', name: '', url: '', lane: '', sender: '' },
] as const;
const failed = (queue: (typeof queues)[number], body: string) => ({
  queue,
  body,
  id: '',
  receiptHandle: '',
  reason: undefined,
  group: undefined,
  sentAt: new Date(0),
  expiresAt: new Date(0),
});

export const toolRows: readonly Row[] = [
  bulkRow('a line of CSV', parseCsv, headerShapes),
  bulkRow('a line of NDJSON', parseJson, {
    ...textShapes,
    ...Object.fromEntries(Object.entries(jsonShapes).map(([name, make]) => [`${name} in JSON`, make])),
  }),
  row({
    name: 'the header of a CSV file',
    places: ['ctl'],
    serves: 'one request',
    limit: MAX_LINE_BYTES,
    shapes: headerShapes,
    run: (text) =>
      readFormat('a.csv', oneLine(text), ['blocker', 'blocked']).catch((error: unknown) => {
        if (!(error instanceof OperatorError)) throw error;
      }),
  }),
  row({
    name: 'what is printed to a terminal',
    places: ['ctl'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: textShapes,
    run: printable,
  }),
  row({
    name: 'columns of a page of 100 entries',
    places: ['ctl'],
    serves: 'one request',
    limit: 4_096,
    shapes: {
      'a wide cell in one row': (size) =>
        Array.from({ length: 100 }, (_, n) => [
          n === 0 ? filled(size, 'a') : 'a',
          'b',
          n === 1 ? filled(size, 'c') : 'c',
        ]),
    },
    run: alignColumns,
  }),
  row({
    name: 'a delivery that listen prints',
    places: ['ctl'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: {
      ...fromJson(received),
      'numbers at the bottom': atTheBottom('0'),
      'objects at the bottom': atTheBottom('{}'),
      'texts at the bottom': atTheBottom('""'),
    },
    run: (payload) => loggedDeliveryText(logged, payload),
    unavoidable: (payload) => JSON.parse(payload),
  }),
  row({
    name: 'a delivery that listen prints as JSON',
    places: ['ctl'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: fromJson(received),
    run: (payload) => loggedDeliveryJson(logged, payload),
  }),
  row({
    name: 'a request that listen refuses',
    places: ['ctl'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: fromText((text) => Buffer.from(text)),
    run: (body) => refusalWarning('', body),
  }),
  row({
    name: 'a failed message',
    places: ['ctl'],
    serves: 'one request',
    limit: MAX_MESSAGE,
    shapes: fromJson((text) => `{"kind":"deliver","a":${text}}`),
    run: (body) => queues.map((queue) => explain(failed(queue, body))),
  }),
  row({
    name: 'a payload in the panel',
    places: ['panel'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: fromJson((text) => text),
    run: (text) => prettyJson(text),
    unavoidable: (text) => JSON.parse(text),
  }),
  row({
    name: 'text with what it hides in the panel',
    places: ['panel'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: textShapes,
    run: visibleText,
  }),
  row({
    name: 'a table as CSV in the panel',
    places: ['panel'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: fromText((text) => [[text, text]]),
    run: csvOf,
  }),
  row({
    name: 'a URL in the panel',
    places: ['panel'],
    serves: 'one request',
    limit: MAX_WEBHOOK_URL_LENGTH,
    shapes: textShapes,
    run: shortUrl,
  }),
  row({
    name: 'the signatures of a request to a receiver',
    places: ['client'],
    serves: 'one request',
    limit: MAX_HEADERS,
    shapes: {
      ...fromText((text) => request(Buffer.from('{}'), { 'webhook-signature': text })),
      'many signatures': (size) =>
        request(Buffer.from('{}'), { 'webhook-signature': filled(size, `v1,${'a'.repeat(43)}=`, ' ') }),
      'many headers': (size) =>
        request(Buffer.from('{}'), Object.fromEntries(Array.from({ length: size / 6 }, (_, n) => [`${n}`, 'a']))),
    },
    run: (check) =>
      verifyWebhook(check).catch((error: unknown) => {
        if (!(error instanceof WebhookVerificationError)) throw error;
      }),
  }),
  row({
    name: 'the body of a request to a receiver',
    places: ['client'],
    serves: 'one request',
    limit: MAX_EVENT_BYTES,
    shapes: fromJson((text) => {
      const body = Buffer.from(`{"event":"a.b","data":{"a":${text}}}`);
      return request(body, { 'webhook-signature': right(body) });
    }),
    run: (check) => verifyWebhook(check),
  }),
];
