/**
 * Puts an event on an EventBridge bus of the customer's account, once (docs/spec/delivery.md#event-buses).
 *
 * It is one signed request of one kind, so it goes through the sender of all requests, with its time-out and classes,
 * and is signed here, as the SDK does: its client would be loaded by every signer, and bring retries and time-outs.
 */
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as v from 'valibot';
import type { DeliveryClass } from '../../contract/delivery-classes.ts';
import { type EventBuses, partsOfBus } from '../../contract/target-policy.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import type { RequestSender } from './send-request.ts';
import type { PutOnBus, Signed } from './send-signed.ts';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** What the sender to buses works with. `now` is in milliseconds. */
export interface BusPorts {
  readonly sender: Pick<RequestSender, 'send'>;
  readonly buses: EventBuses | undefined;
  readonly now: () => number;
  /** In place of AWS's endpoint of the bus's region. */
  readonly endpoint?: string | undefined;
  readonly credentials: () => Promise<AwsCredentials>;
}

/** Never rejects. A stage that allows no buses any more denies all of them. */
export function busSender({ sender, buses, now, endpoint, credentials }: BusPorts): PutOnBus {
  return async ({ networkId }, eventBus, event, inTurn) => {
    const parts = partsOfBus(eventBus);
    const startedAt = new Date(now()).toISOString();
    if (buses === undefined || parts === undefined || parts.account === buses.account)
      return { startedAt, milliseconds: 0, class: 'bus_denied' };
    const url = endpoint ?? `https://events.${parts.region}.${suffixOf(parts.partition)}/`;
    const body = JSON.stringify({ Entries: [busEntryOf(`${buses.source}/${networkId}`, eventBus, event)] });
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' };
    const request = { url, headers, body, region: parts.region, service: 'events', now: now() };
    const signed = { networkId, url, body, headers: await signedV4(request, await credentials()) };
    return outcomeOf(await sender.send(signed, inTurn));
  };
}

/** China's partition, with other names (https://docs.amazonaws.cn/en_us/aws/latest/userguide/endpoints-arns.html). */
const suffixOf = (partition: string): string => (partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com');

/** `data` stays the text that was posted. */
function busEntryOf(Source: string, EventBusName: string, signed: Signed) {
  const { body, eventId, deliveryId, acceptedAt, traceparent } = signed;
  const time = Date.parse(acceptedAt);
  const trace = traceparent === undefined ? '' : `,"traceparent":"${traceparent}"`;
  const more = `"eventId":${JSON.stringify(eventId)},"deliveryId":"${deliveryId}","acceptedAt":${time}${trace}`;
  return { Source, DetailType: nameIn(body), Detail: `${body.slice(0, -1)},${more}}`, EventBusName, Time: time / 1000 };
}

/** Every body begins with the name. What follows is not parsed: of 256 KB that takes ten times as long as the rest. */
const NAME = /^\{"event":("(?:[^"\\]|\\.)*")/;

function nameIn(body: string): string {
  const [, name = ''] = NAME.exec(body) ?? [];
  return v.parse(Name, name);
}

const Name = v.pipe(v.string(), v.parseJson(), v.string());

const Result = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    FailedEntryCount: v.optional(v.number()),
    Entries: v.optional(
      v.array(v.object({ ErrorCode: v.optional(v.string()), ErrorMessage: v.optional(v.string(), '') })),
      [],
    ),
    __type: v.optional(v.string()),
    message: v.optional(v.string(), ''),
  }),
);

/**
 * The outcome of the call. EventBridge responds with 200 to a request whose entry it did not take
 * (https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html).
 */
function outcomeOf(outcome: AttemptOutcome): AttemptOutcome {
  const { statusCode, responseStart } = outcome;
  if (statusCode === undefined || statusCode >= 500 || outcome.class === 'timeout') return outcome;
  const result = v.safeParse(Result, responseStart ?? '');
  if (!result.success) return outcome.class === 'delivered' ? { ...outcome, class: 'invalid_response' } : outcome;
  const { FailedEntryCount, Entries, __type, message } = result.output;
  const [entry] = Entries;
  if (statusCode === 200 && FailedEntryCount === 0) return outcome;
  const code = (entry?.ErrorCode ?? __type ?? '').replace(/^.*#/, '');
  const outcomeClass = classOfAwsCode(code, entry?.ErrorMessage || message) ?? 'http_4xx';
  const { statusCode: _, ...seen } = outcome;
  return { ...(statusCode === 200 ? seen : outcome), class: outcomeClass };
}

const codes: readonly (readonly [outcomeClass: DeliveryClass, codes: RegExp])[] = [
  // The last two: no credentials of the account are valid in a region that it has not enabled, and customers choose the
  // region (https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-regions.html).
  ['bus_denied', /^(AccessDenied|NotAuthorizedFor|UnrecognizedClient|InvalidClientToken)/],
  ['bus_not_found', /^(ResourceNotFound|InvalidAccountId)/],
  ['bus_throttled', /^(Thrott|TooManyRequests|RequestLimitExceeded|LimitExceeded)/],
  ['http_5xx', /^(Internal|ServiceUnavailable|RedactionFailure)/],
  // The credentials of the function: the delivery is not to blame.
  ['not_sent', /^(ExpiredToken|InvalidSignature|IncompleteSignature|RequestExpired)/],
];

function classOfAwsCode(code: string, message: string): DeliveryClass | undefined {
  if (/^(Validation|RequestEntityTooLarge|InvalidArgument)/.test(code)) {
    if (/does not exist|not found/i.test(message)) return 'bus_not_found';
    if (/size|too large/i.test(message)) return 'bus_too_large';
  }
  return codes.find(([, pattern]) => pattern.test(code))?.[0];
}

/** As the SDK's clients have it. */
const Sha256 = Hash.bind(null, 'sha256');

/** A POST to sign. `now` is in milliseconds. */
interface UnsignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly region: string;
  /** As it is called in a signature. */
  readonly service: string;
  readonly now: number;
}

/**
 * The headers of a request to AWS, with its signature of version 4
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 */
export async function signedV4(
  { url, headers, body, region, service, now }: UnsignedRequest,
  credentials: AwsCredentials,
): Promise<Record<string, string>> {
  const { protocol, hostname, host, pathname: path } = new URL(url);
  const signer = new SignatureV4({ region, service, credentials, sha256: Sha256, applyChecksum: false });
  const request = { method: 'POST', protocol, hostname, path, headers: { ...headers, host }, body };
  const { headers: signed } = await signer.sign(request, { signingDate: new Date(now) });
  const { host: _, ...sent } = signed;
  return sent;
}
