/** What `listen` prints: deliveries to stdout, and messages to stderr. */
import type { AnswerTo, DeliveryOfWebhook } from '@social-platform-services/client';
import type { VerifiedDelivery } from '@social-platform-services/client/webhooks';
import { asksFor } from '../../contract/event-names.ts';
import { compactJson, prettyJson } from '../../contract/json-format.ts';
import { memberSpans } from '../../contract/json-text.ts';
import { typedName } from '../about.ts';
import { dataOption } from '../local-cloud.ts';

/** The receiver, its webhook and its options. */
interface Setup {
  readonly networkId: string;
  readonly events: readonly string[];
  readonly webhookId: string;
  readonly url: string;
  readonly apiUrl: string;
  readonly folder: string;
  readonly answer: number;
  readonly delay: number;
}

const SAMPLE_EVENT = 'app.opened';
/** The time that a receiver has (docs/spec/delivery.md#receiver-contract). */
const RESPONSE_TIMEOUT_MS = 1_500;

/** Printed once `listen` has created its webhook. */
export function listeningMessage(setup: Setup): string {
  const { networkId, events, webhookId, url } = setup;
  return [
    `listening at ${url} for ${events.join(', ')} of the network ${networkId}, as webhook ${webhookId}`,
    ...failureNote(setup),
    ...(asksFor(events, SAMPLE_EVENT) ? ['Post an event from another terminal:', `  ${postCommand(setup)}`] : []),
    'Ctrl-C removes the webhook and ends.',
  ].join('\n');
}

function failureNote({ answer, delay }: Pick<Setup, 'answer' | 'delay'>): string[] {
  const isFailing = answer < 200 || answer > 299 || delay >= RESPONSE_TIMEOUT_MS;
  if (!isFailing) return [];
  return [
    `Each response has status ${answer}${delay > 0 ? `, after ${delay} ms` : ''}: deliveries fail and are retried.`,
  ];
}

function postCommand({ networkId, apiUrl, folder }: Setup): string {
  const option = dataOption(folder);
  const token = `$(${typedName} token${option === undefined ? '' : ` ${option}`} --network ${networkId} --user platform --role server)`;
  const body = `{"events":[{"event":"${SAMPLE_EVENT}","data":{"userId":"alice"}}]}`;
  return `curl -s ${apiUrl}/events -H "Authorization: Bearer ${token}" -H 'Content-Type: application/json' -d '${body}'`;
}

/** A warning about a request that was refused. */
export const refusalWarning = (complaint: string, body: Buffer): string =>
  `WARNING: refused a request with 401. ${complaint}\n  Its body begins: ${excerpt(body)}`;

/** A warning about a request other than a delivery: its method and path. */
export const refusedRequestWarning = (request: Buffer, status: number): string =>
  `WARNING: refused ${excerpt(request)} with ${status}. Deliveries are POST requests of at most 1 MiB.`;

/** A delivery and the response to it. */
export interface ReceivedDelivery {
  readonly delivery: Omit<VerifiedDelivery, 'data'>;
  /** The request's body. */
  readonly body: string;
  readonly receivedAt: Date;
  /** The number of this attempt among those that this process has received, from 1. */
  readonly attempt: number;
  /** The status of the response. */
  readonly answered: number;
}

const MAX_LINES = 60;
const MAX_CHARACTERS = 6_000;
/** Of a text in the data. */
const MAX_TEXT = 200;

/** Formats a delivery for people: a line about the delivery, then its data. The time is in the local time zone. */
export function deliveryText({ delivery, body, receivedAt, attempt, answered }: ReceivedDelivery): string {
  const { event, deliveryId } = delivery;
  const facts = [
    timeOf(receivedAt),
    event,
    deliveryId,
    'both signatures right',
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(answered === 200 ? [] : [`answered ${answered}`]),
  ];
  return `${facts.join('  ')}\n${formattedData(body)}`;
}

/** Formats a delivery as one line of JSON. */
export function deliveryJson({ delivery, body, receivedAt, attempt, answered }: ReceivedDelivery): string {
  const { event, deliveryId, sentAt } = delivery;
  const signatures = { service: true, standard: true };
  return lineOf({ event, deliveryId, receivedAt, sentAt, attempt, answered, signatures }, body);
}

/** Formats an entry of the delivery log for people; `payload` is missing once the event has expired. */
export function loggedDeliveryText(delivery: DeliveryOfWebhook, payload: string | undefined): string {
  const { event, deliveryId, webhookId, createdAt, class: outcomeClass, statusCode } = delivery;
  const outcome = statusCode === undefined ? outcomeClass : `${outcomeClass} (${statusCode})`;
  const facts = [timeOf(new Date(createdAt)), event, deliveryId, `from the log of ${webhookId}: ${outcome}`];
  return `${facts.join('  ')}\n${payload === undefined ? '' : formattedData(payload)}`;
}

/** Formats an entry of the delivery log as one line of JSON. */
export const loggedDeliveryJson = (delivery: DeliveryOfWebhook, payload: string | undefined): string =>
  lineOf({ source: 'delivery log', ...delivery }, payload);

type PulledEvent = AnswerTo<'pullEvents'>['results'][number];

/** Formats an event that was read for people. */
export const pulledEventText = ({ eventId, event, acceptedAt, payload }: PulledEvent): string =>
  `${timeOf(new Date(acceptedAt))}  ${event}  ${eventId}\n${formattedData(payload)}`;

/** Formats an event that was read as one line of JSON. */
export const pulledEventJson = ({ eventId, event, acceptedAt, payload }: PulledEvent): string =>
  lineOf({ event, eventId, acceptedAt }, payload);

/** The text of an event's data, whose numbers stay as they were posted. */
const dataOf = (body: string): string => {
  const { start, end } = memberSpans(body, 0).get('data') ?? { start: 0, end: 0 };
  return body.slice(start, end);
};

const lineOf = (facts: object, body: string | undefined): string => {
  const line = JSON.stringify(facts);
  return body === undefined ? `${line}\n` : `${line.slice(0, -1)},"data":${compactJson(dataOf(body))}}\n`;
};

const formattedData = (body: string): string => {
  const data = dataOf(body);
  return `${truncated(prettyJson(data, readable) ?? data)}\n`;
};

/** Returns the beginning of an untrusted body as one line. */
const excerpt = (body: Buffer): string => {
  const text = body.subarray(0, 300).toString('utf8').replaceAll(/\s+/g, ' ');
  return body.length > 300 ? `${text}…` : text;
};

/** A text as it reads, without escapes that it does not need; a long one, such as a check-up's padding, shortened. */
function readable(token: string): string {
  if (!token.startsWith('"')) return token;
  const text = String(JSON.parse(token));
  const rest = text.length - MAX_TEXT;
  const shown = rest > 0 ? `${text.slice(0, MAX_TEXT)}… ${rest} more characters; --json prints all of it` : text;
  return JSON.stringify(shown);
}

function truncated(text: string): string {
  const lines = text.slice(0, MAX_CHARACTERS).split('\n').slice(0, MAX_LINES);
  const shown = lines.join('\n');
  if (shown.length === text.length) return shown;
  return `${shown}\n… ${text.length - shown.length} more characters; --json prints all of it`;
}

/** Returns a time such as 09:15:02.123. */
const timeOf = (time: Date): string =>
  `${time.toTimeString().slice(0, 8)}.${`${time.getMilliseconds()}`.padStart(3, '0')}`;
