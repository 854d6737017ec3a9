/** Sending a delivery, and what its receiver responds. */

import { MAX_EVENT_BYTES } from '../../../contract/events.ts';
import { MAX_RESPONSE_BYTES } from '../../../contract/receiver-contract.ts';
import { MAX_WEBHOOK_URL_LENGTH, publicHttpsOnly } from '../../../contract/target-policy.ts';
import { MAX_WEBHOOK_HEADERS } from '../../../contract/webhook-headers.ts';
import { requestShares } from '../../../lambdas/delivery/request-shares.ts';
import { busSender } from '../../../lambdas/sending/event-bus.ts';
import { exchange } from '../../../lambdas/sending/exchange.ts';
import { MAX_REQUESTS } from '../../../lambdas/sending/send-request.ts';
import { signedSender } from '../../../lambdas/sending/send-signed.ts';
import { vetWebhookUrl } from '../../../lambdas/shared/webhook-url.ts';
import fc from '../../support/fast-check.ts';
import { webhookOfTests } from '../../support/samples.ts';
import { filled, jsonShapes } from '../dear-texts.ts';
import { type Response, respondingWith } from '../responding.ts';
import { type Row, row } from '../row.ts';

const secrets = ['a', 'b', 'c'].map((letter) => ({
  secret: `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
  activeFrom: '2026-01-01T00:00:00.000Z',
}));
const webhook = webhookOfTests({ secrets, legacySignature: true });
const outcome = { startedAt: '', milliseconds: 0, class: 'delivered' } as const;
const sender = { send: async () => outcome };
const sendSigned = signedSender(sender, () => Date.parse('2026-03-02T09:15:00.000Z'));
const putOnBus = busSender({
  sender,
  buses: { source: 'service', account: '111122223333', partition: 'aws' },
  now: () => Date.parse('2026-03-02T09:15:00.000Z'),
  credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
});
const bus = 'arn:aws:events:eu-west-1:444455556666:event-bus/community';

const signed = (body: string, eventId = 'event') => ({
  deliveryId: '01JDEXAMPQ7W3N5Y8T2V4X6Z9A',
  eventId,
  acceptedAt: '2026-03-02T09:15:00.000Z',
  body,
  isFirstAttempt: true,
});
const bodies = Object.fromEntries(
  Object.entries(jsonShapes).map(([name, make]) => [
    name,
    (size: number) => signed(`{"event":"app.opened","data":{"a":${make(size - 40)}}}`),
  ]),
);

/** Custom headers that are hard to tell from each other, and from a response. */
const MAX_VALUE = 1_024;
const headersOf = (length: number, value: (n: number, length: number) => string) =>
  Object.fromEntries(
    Array.from({ length: MAX_WEBHOOK_HEADERS }, (_, n) => [`x-${n}`, value(n, Math.min(length, MAX_VALUE))]),
  );

const masking =
  (value: (n: number, length: number) => string, response: (size: number) => Response) => (size: number) => ({
    customHeaders: headersOf(Math.max(8, Math.floor((size / MAX_RESPONSE_BYTES) * MAX_VALUE)), value),
    response: response(size),
  });
const wholeBody =
  (part: string) =>
  (size: number): Response => ({
    status: 500,
    headers: { 'x-long': filled(size / 2, part) },
    chunks: [Buffer.from(filled(size, part))],
  });
/** The longest headers that are read at all, in as many as possible. */
const manyHeaders =
  (part: string) =>
  (size: number): Response => ({
    status: 500,
    headers: Object.fromEntries(
      Array.from({ length: Math.floor(size / 48) }, (_, n) => [`h${n.toString(36)}`, filled(40, part)]),
    ),
    chunks: [],
  });
const manyChunks = (size: number): Response => ({
  status: 200,
  headers: {},
  chunks: Array.from({ length: size }, () => Buffer.from('-')),
});

const repeated = (part: string) => (n: number, length: number) => `${filled(length - 2, part)}${n}`;
const differing = (n: number, length: number) => `${'-'.repeat(Math.max(8, length - 10 - n))}x${'-'.repeat(n)}`;

/** Three parts of a value, which are masked by themselves and differ only at their ends. */
const threeParts = (make: (length: number) => string) => (n: number, length: number) =>
  ['a', 'b', 'c'].map((last) => `${make(Math.max(8, Math.floor(length / 3) - 4))}${last}${n}`).join(' ');
/** A body with both kinds of escapes, so that it is read in each of the four ways. */
const escapedBody =
  (text: (size: number) => string) =>
  (size: number): Response => ({ status: 500, headers: {}, chunks: [Buffer.from(`\\"%2d${text(size - 5)}`)] });
const dashes = (length: number): string => '-'.repeat(length);

/** A word of Fibonacci: it repeats its own beginning as often as a text can, which is what costs this search most. */
function fibonacci(length: number): string {
  let [shorter, longer] = ['-', '-\\'];
  while (longer.length < length) [shorter, longer] = [longer, longer + shorter];
  return longer.slice(0, length);
}

const part = fc.array(fc.constantFrom('-', 'a', '2', 'd', 'u', '0', '%', '\\', ' ', '+', '\\u002d', '%2d'), {
  minLength: 1,
  maxLength: 4,
});
/** Headers and a response of parts that repeat, and that are alike. */
const responses = fc
  .tuple(part, part, fc.boolean())
  .map(([value, echo, isHeader]) =>
    masking(repeated(value.join('')), (isHeader ? manyHeaders : wholeBody)(echo.join('')))(MAX_RESPONSE_BYTES),
  );

let distinct = '';
for (let code = 0x4e00; distinct.length < MAX_WEBHOOK_URL_LENGTH; code++) distinct += String.fromCharCode(code);

/** The longest host that a webhook may have, of as many different characters as possible; and a query for the rest. */
const dearUrl = (size: number): string => {
  const label = `https://${distinct.slice(0, 17)}.`;
  const host = `${Array.from({ length: 3 }, (_, n) => distinct.slice(20 * n, 20 * n + 17)).join('.')}.example`;
  return `${label.slice(0, -1)}.${host}/?${filled(Math.max(1, size - 120), "'")}`;
};

export const sendingRows: readonly Row[] = [
  row({
    name: 'signing a request',
    places: ['delivery/sign-and-send'],
    serves: 'several networks',
    limit: MAX_EVENT_BYTES,
    shapes: bodies,
    run: (event) => sendSigned(webhook, event),
  }),
  row({
    name: 'the id of an event in a header',
    places: ['delivery/sign-and-send'],
    serves: 'several networks',
    limit: 64,
    shapes: {
      emoji: (size) => signed('{}', filled(size, '😀')),
      'characters in turn': (size) => signed('{}', filled(size, 'aé')),
      spaces: (size) => signed('{}', filled(size, ' ')),
    },
    run: (event) => sendSigned(webhook, event),
  }),
  row({
    name: 'putting an event on a bus',
    places: ['delivery/sign-and-send'],
    serves: 'several networks',
    limit: MAX_EVENT_BYTES,
    shapes: bodies,
    run: (event) => putOnBus(webhook, bus, event),
  }),
  row({
    name: 'the response of a receiver, with the values of custom headers masked',
    places: ['delivery/sign-and-send', 'checkup/send-test-event', 'checkup/check-up-webhook'],
    serves: 'several networks',
    limit: MAX_RESPONSE_BYTES,
    expressionsOf: ['lambdas/sending/mask.ts'],
    shapes: {
      'nothing but dashes': masking(repeated('-'), wholeBody('-')),
      'dashes with one other character': masking(differing, wholeBody('-')),
      'headers of dashes': masking(repeated('-'), manyHeaders('-')),
      letters: masking(repeated('a'), wholeBody('a')),
      'letters in pairs': masking(repeated('ab'), wholeBody('ab')),
      backslashes: masking(repeated('\\'), wholeBody('\\')),
      'escapes in JSON': masking(repeated('-'), wholeBody('\\u002d')),
      'escapes in a URL': masking(repeated('-'), wholeBody('%2d')),
      'escapes of escapes': masking(repeated('%'), wholeBody('\\u0025')),
      'spaces and plus signs': masking(repeated(' '), wholeBody('+')),
      'parts of a value': masking((n, length) => filled(length - 2, `aaaaaaa${n % 10},`), wholeBody('aaaaaaa,')),
      'parts of dashes': masking(threeParts(dashes), escapedBody(dashes)),
      'nearly all of a part': masking(
        threeParts(dashes),
        escapedBody((size) => filled(size, `${dashes(330)}d`)),
      ),
      'words of Fibonacci': masking(threeParts(fibonacci), escapedBody(fibonacci)),
      'marks of escapes': masking(
        threeParts((length) => filled(length, '%\\')),
        wholeBody('\\%'),
      ),
      'cut-off escapes': masking(
        threeParts((length) => filled(length, '\\u00')),
        wholeBody('\\u00'),
      ),
    },
    search: responses,
    run: ({ customHeaders, response }) =>
      exchange(
        respondingWith(response),
        { path: '/', headers: {}, customHeaders: { ...customHeaders }, body: '' },
        1_500,
      ),
  }),
  row({
    name: 'the response of a receiver, byte by byte',
    places: ['delivery/sign-and-send'],
    serves: 'several networks',
    limit: MAX_RESPONSE_BYTES,
    shapes: { 'chunks of one byte': manyChunks },
    run: (response) => exchange(respondingWith(response), { path: '/', headers: {}, body: '' }, 1_500),
  }),
  row({
    name: 'Retry-After of a response',
    places: ['delivery/sign-and-send'],
    serves: 'several networks',
    limit: MAX_RESPONSE_BYTES,
    expressionsOf: ['lambdas/sending/retry-after.ts'],
    shapes: Object.fromEntries(
      Object.entries({
        digits: (size: number) => filled(size, '9'),
        spaces: (size: number) => filled(size, ' '),
        'spaces before a letter': (size: number) => `${filled(size - 1, ' ')}a`,
        dates: (size: number) => filled(size, 'Mon, 02 Mar 2026 '),
        'dates of RFC 850': (size: number) => filled(size, 'Monday, 02-Mar-26 '),
        'dates of C': (size: number) => filled(size, 'Mon Mar  2 '),
        commas: (size: number) => filled(size, ', '),
      }).map(([name, make]) => [
        name,
        (size: number): Response => ({ status: 503, headers: { 'retry-after': make(size) }, chunks: [] }),
      ]),
    ),
    run: (response) => exchange(respondingWith(response), { path: '/', headers: {}, body: '' }, 1_500),
  }),
  row({
    name: 'the URL of a webhook',
    places: ['delivery/sign-and-send', 'webhooks/create-webhook', 'webhooks/update-webhook'],
    serves: 'several networks',
    limit: MAX_WEBHOOK_URL_LENGTH,
    shapes: {
      'different characters in the host': (size) => `https://${distinct.slice(0, size - 20)}.example/`,
      'the same character in the host': (size) => `https://${filled(size - 20, 'é')}.example/`,
      'marks in the host': (size) => `https://a${filled(size - 20, '\u0323\u0307')}.example/`,
      'labels in the host': (size) => `https://${filled(size - 20, 'é.')}example/`,
      'encoded labels in the host': (size) => `https://${filled(size - 20, 'xn--9ca.')}example/`,
      'a path of dots': (size) => `https://a.example/${filled(size - 20, '../')}`,
      'a path of other characters': (size) => `https://a.example/${filled(size - 20, 'é')}`,
      'a query of quotes': (size) => `https://a.example/?${filled(size - 20, "'")}`,
      digits: (size) => `https://${filled(size - 20, '9')}/`,
    },
    run: (url) => vetWebhookUrl(url, publicHttpsOnly),
  }),
  row({
    name: 'the share of a turn, beside as many as a process may have',
    places: ['delivery/sign-and-send'],
    serves: 'several networks',
    limit: MAX_REQUESTS,
    shapes: {
      'dear URLs': (size) => {
        const all = requestShares();
        const webhooks = Array.from({ length: size }, (_, n) =>
          webhookOfTests({ url: `${dearUrl(MAX_WEBHOOK_URL_LENGTH / 3)}${n}` }),
        );
        for (const one of webhooks) all.begin(one);
        return { all, webhooks };
      },
    },
    run: ({ all, webhooks: [first = webhook] }) => {
      all.begin(first);
      return all.of(first);
    },
  }),
];
