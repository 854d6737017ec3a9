/** The table of requests that every verifier of webhooks has to tell apart, with what each responds. */
import type { LiveSecrets } from '../../contract/secret-schedule.ts';
import { legacyHeaders, signedHeaders, standardSignature } from '../../lambdas/sending/signature.ts';
import { longest, shortest } from './secrets.ts';
import type { Outgoing } from './send.ts';

/** A request with a delivery's id, and the status of the response to it. The event is handled if that is 200. */
export interface RequestCase {
  /** Completes "a request with …". */
  readonly name: string;
  /** Several, where it depends on the language's JSON parser. */
  readonly statuses: readonly number[];
  readonly request: (id: string) => Outgoing;
}

/** The secrets of the receiver, during a rotation. */
export const secrets: LiveSecrets = [shortest, longest];
const strangers: LiveSecrets = ['whsec_bm9ib2R5IGtub3dzIHRoaXMgc2VjcmV0IQ=='];

export const EVENT = 'channel.didCreate';
const plain = `{"event":"${EVENT}","data":{"n":1.0,"text":"é🙂"}}`;

interface Signing {
  readonly by?: LiveSecrets;
  readonly secondsAgo?: number;
  /** Returns the text of the time, in place of that of now. */
  readonly time?: () => string;
}

/** A signed request, which `change` may then alter. */
const signed =
  (body: string | Buffer = plain, signing: Signing = {}, change: (sent: Signed) => Outgoing = (sent) => sent) =>
  (id: string): Outgoing =>
    change({ body, headers: headersOf(id, body, signing) });

interface Signed {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

function headersOf(id: string, body: string | Buffer, { by = secrets, secondsAgo = 0, time: textOf }: Signing) {
  const headers = signedHeaders({ deliveryId: id, now: new Date(Date.now() - secondsAgo * 1000), body }, by);
  if (textOf === undefined) return headers;
  const time = textOf();
  return { ...headers, 'webhook-timestamp': time, 'webhook-signature': standardSignature(by[0], id, time, body) };
}

const seconds = (ago = 0): number => Math.floor(Date.now() / 1000) - ago;

/** Alters one header of a signed request. */
const altered = (name: string, change: (value: string) => string | string[]) =>
  signed(plain, { by: [shortest] }, ({ body, headers }) => ({
    body,
    headers: { ...headers, [name]: change(headers[name] ?? '') },
  }));

/** Leaves one header out, where the signature is that of a request in which it is empty. */
function without(name: 'webhook-id' | 'webhook-timestamp' | 'webhook-signature') {
  return (id: string): Outgoing => {
    const [own, time] = [name === 'webhook-id' ? '' : id, name === 'webhook-timestamp' ? '' : `${seconds()}`];
    const { [name]: _, ...headers } = {
      'webhook-id': own,
      'webhook-timestamp': time,
      'webhook-signature': standardSignature(shortest, own, time, plain),
    };
    return { headers, body: plain };
  };
}

/** An event that nests so deep, counted from `data`. */
const nested = (levels: number): string =>
  `{"event":"${EVENT}","data":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;

const wrong = `v1,${Buffer.alloc(32).toString('base64')}`;
/** Sends the body in so many chunks. */
const chunks = (count: number) => (sent: Signed) => {
  const bytes = Buffer.from(sent.body);
  const size = Math.ceil(bytes.length / count);
  return { ...sent, body: Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)) };
};
const large = JSON.stringify({ event: EVENT, data: { text: 'é'.repeat(128 * 1024 - 100) } });
const tooLarge = JSON.stringify({ event: EVENT, data: { text: 'x'.repeat(2 ** 20) } });

const rows: readonly (readonly [
  name: string,
  statuses: number | readonly number[],
  request: RequestCase['request'],
])[] = [
  ['a signature', 200, signed()],
  ['a signature by the second secret', 200, signed(plain, { by: [longest] })],
  ['a signature by each secret, in the other order', 200, signed(plain, { by: [longest, shortest] })],
  ['a signature after that of a secret of another', 200, signed(plain, { by: [...strangers, shortest] })],
  ['a signature before that of a secret of another', 200, signed(plain, { by: [shortest, ...strangers] })],
  ['a signature after one of a later version', 200, altered('webhook-signature', (right) => `v2,AAAA ${right}`)],
  ['a signature that was made 290 seconds ago', 200, signed(plain, { secondsAgo: 290 })],
  ['a signature that will be made in 290 seconds', 200, signed(plain, { secondsAgo: -290 })],
  ['the largest event', 200, signed(large)],
  ['a body that comes as one chunk', 200, signed(plain, {}, chunks(1))],
  ['a body that comes as many chunks', 200, signed(large, {}, chunks(500))],
  ['spaces around its members', 200, signed(`\n{ "event" : "${EVENT}" ,\t"data" : { } }\n`)],
  ['numbers that no processor has', 200, signed(`{"event":"${EVENT}","data":{"n":9123456789654321234,"e":1e400}}`)],
  ['members that repeat', 200, signed(`{"event":"a.b","event":"${EVENT}","data":{"a":1,"a":2}}`)],
  ['data of 64 levels', 200, signed(nested(64))],

  ['data of 101 levels', [200, 400], signed(nested(101))],
  ['data of 600 levels', [200, 400], signed(nested(600))],
  ['data of 2,000 levels', [200, 400], signed(nested(2_000))],
  ['data of 20,000 levels', [200, 400], signed(nested(20_000))],
  ['half of a surrogate pair', [200, 400], signed(`{"event":"${EVENT}","data":{"text":"\\ud800"}}`)],
  [
    'halves of surrogate pairs in the wrong order',
    [200, 400],
    signed(`{"event":"${EVENT}","data":{"\\udc00\\ud800":1}}`),
  ],
  [
    'half of a surrogate pair as its key',
    [200, 400],
    signed(`{"event":"${EVENT}","data":{"channel":{"channelId":"\\ud800"}}}`),
  ],
  ['the character NUL as a name', [200, 400], signed(`{"event":"${EVENT}","data":{"\\u0000a":1}}`)],
  [
    'bytes that are not UTF-8',
    [200, 400],
    signed(Buffer.from(`{"event":"${EVENT}","data":{"text":"\xff"}}`, 'latin1')),
  ],
  ['a list as data', [200, 400], signed(`{"event":"${EVENT}","data":[1]}`)],

  ['no body', 400, signed('')],
  ['a form as its body', 400, signed('event=1')],
  ['JSON that was cut off', 400, signed(plain.slice(0, -1))],
  ['more after its JSON', 400, signed(`${plain}}`)],
  ['half of a megabyte of brackets', 400, signed('['.repeat(2 ** 19))],
  ['null as its body', 400, signed('null')],
  ['a number as its body', 400, signed('5')],
  ['a text as its body', 400, signed('"event"')],
  ['a list as its body', 400, signed('[]')],
  ['an event without a name', 400, signed('{"data":{}}')],
  ['an event whose name is a number', 400, signed('{"event":1,"data":{}}')],
  ['an event without data', 400, signed(`{"event":"${EVENT}"}`)],
  ['null as data', 400, signed(`{"event":"${EVENT}","data":null}`)],
  ['a text as data', 400, signed(`{"event":"${EVENT}","data":"text"}`)],

  ['no signature', 401, () => ({ body: plain })],
  ['no signature and no body', 401, () => ({})],
  ['no signature and something other than JSON', 401, () => ({ body: 'event=1' })],
  ['no webhook-id', 401, without('webhook-id')],
  ['no webhook-timestamp', 401, without('webhook-timestamp')],
  ['no webhook-signature', 401, without('webhook-signature')],
  ['an empty webhook-id', 401, altered('webhook-id', () => '')],
  ['an empty webhook-timestamp', 401, altered('webhook-timestamp', () => '')],
  ['an empty webhook-signature', 401, altered('webhook-signature', () => '')],
  ['a signature that is too short', 401, altered('webhook-signature', () => 'v1,AAAA')],
  ['a signature that is not ASCII', 401, altered('webhook-signature', () => 'é'.repeat(47))],
  ['a signature without its version', 401, altered('webhook-signature', (right) => right.slice('v1,'.length))],
  ['a signature as one of another version', 401, altered('webhook-signature', (right) => right.replace('v1', 'v2'))],
  ['a signature by another secret', 401, signed(plain, { by: strangers })],
  ['the signature of another body', 401, signed(plain, {}, (sent) => ({ ...sent, body: plain.replace('1.0', '2.0') }))],
  [
    'a body that was serialized again',
    401,
    signed(plain, {}, (sent) => ({ ...sent, body: JSON.stringify(JSON.parse(plain)) })),
  ],
  ['a signature of another id', 401, altered('webhook-id', (id) => `${id}-again`)],
  ['a signature of another time', 401, altered('webhook-timestamp', () => `${seconds(60)}`)],
  ['a signature that is too old', 401, signed(plain, { secondsAgo: 310 })],
  ['a signature from the future', 401, signed(plain, { secondsAgo: -310 })],
  ['a signature of 1970', 401, signed(plain, { time: () => '0' })],
  ['a time in milliseconds', 401, signed(plain, { time: () => `${Date.now()}` })],
  ['a time that is a word', 401, signed(plain, { time: () => 'now' })],
  ['a time with a sign', 401, signed(plain, { time: () => `+${seconds()}` })],
  ['a time with a fraction', 401, signed(plain, { time: () => `${seconds()}.0` })],
  ['a time with an exponent', 401, signed(plain, { time: () => `${seconds()}e0` })],
  ['a time in hexadecimal', 401, signed(plain, { time: () => `0x${seconds().toString(16)}` })],
  ['a time in other digits', 401, signed(plain, { time: () => `\xb2${seconds()}` })],
  ['a time without end', 401, signed(plain, { time: () => '9'.repeat(5000) })],
  [
    'the signature of the body only',
    401,
    (id) => ({
      body: plain,
      headers: { 'x-service-signature': headersOf(id, plain, {})['x-service-signature'] ?? '' },
    }),
  ],

  ['webhook-id twice', 401, altered('webhook-id', (id) => [id, id])],
  ['webhook-id before another one', 401, altered('webhook-id', (id) => [id, 'other'])],
  ['webhook-id after another one', 401, altered('webhook-id', (id) => ['other', id])],
  ['webhook-timestamp twice', 401, altered('webhook-timestamp', (time) => [time, time])],
  ['webhook-timestamp before another one', 401, altered('webhook-timestamp', (time) => [time, '0'])],
  ['webhook-timestamp after another one', 401, altered('webhook-timestamp', (time) => ['0', time])],
  ['webhook-signature twice', 401, altered('webhook-signature', (right) => [right, right])],
  ['webhook-signature before another one', 401, altered('webhook-signature', (right) => [right, wrong])],
  ['webhook-signature after another one', 401, altered('webhook-signature', (right) => [wrong, right])],
  ['a comma and the signature after another one', 401, altered('webhook-signature', (right) => `${wrong}, ${right}`)],
  ['a comma and the signature before another one', 401, altered('webhook-signature', (right) => `${right}, ${wrong}`)],
  ['a comma between signatures, without a space', 401, altered('webhook-signature', (right) => `${wrong},${right}`)],
  ['a comma behind the signature, without a space', 401, altered('webhook-signature', (right) => `${right},${wrong}`)],

  ['more than 1 MiB', 413, signed(tooLarge)],
  ['more than 1 MiB in chunks', 413, signed(tooLarge, {}, chunks(40))],
];

/** A request that is accepted, with a body of one's own or the usual one. */
export const signedRequest = (id: string, body: string = plain): Outgoing => signed(body)(id);

/** A legacy request, which is harmless: it may be accepted, and is never handled. */
export const legacyRequest = (): Outgoing => ({ body: plain, headers: legacyHeaders(plain, secrets) });

/** Add a request here, and every verifier is tested with it. */
export const requestCases: readonly RequestCase[] = rows.map(([name, statuses, request]) => ({
  name,
  statuses: [statuses].flat(),
  request,
}));
