/** How `listen` prints a delivery. */
import type { VerifiedDelivery } from '../../client/verify-webhook.ts';
import { printable } from '../printable.ts';

/** A delivery and the response to it. */
export interface ReceivedDelivery {
  readonly delivery: VerifiedDelivery;
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
export function deliveryText({ delivery, receivedAt, attempt, answered }: ReceivedDelivery): string {
  const { event, data, deliveryId } = delivery;
  const facts = [
    timeOf(receivedAt),
    event,
    deliveryId,
    'both signatures right',
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(answered === 200 ? [] : [`answered ${answered}`]),
  ];
  return `${printable(facts.join('  '))}\n${truncated(printable(JSON.stringify(data, shortened, 2)))}\n`;
}

/** Formats a delivery as one line of JSON. */
export function deliveryJson({ delivery, receivedAt, attempt, answered }: ReceivedDelivery): string {
  const { event, data, deliveryId, sentAt } = delivery;
  const signatures = { service: true, standard: true };
  return `${JSON.stringify({ event, deliveryId, receivedAt, sentAt, attempt, answered, signatures, data })}\n`;
}

/** Returns the beginning of an untrusted body as one line that is safe to print. */
export const excerpt = (body: Buffer): string => {
  const text = body.subarray(0, 300).toString('utf8').replaceAll(/\s+/g, ' ');
  return printable(body.length > 300 ? `${text}…` : text);
};

/** Shortens long texts, such as the padding of a check-up. */
const shortened = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT
    ? `${value.slice(0, MAX_TEXT)}… ${value.length - MAX_TEXT} more characters; --json prints all of it`
    : value;

function truncated(text: string): string {
  const lines = text.slice(0, MAX_CHARACTERS).split('\n').slice(0, MAX_LINES);
  const shown = lines.join('\n');
  if (shown.length === text.length) return shown;
  return `${shown}\n… ${text.length - shown.length} more characters; --json prints all of it`;
}

/** Returns a time such as 09:15:02.123. */
function timeOf(time: Date): string {
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => `${part}`.padStart(2, '0'));
  return `${parts.join(':')}.${`${time.getMilliseconds()}`.padStart(3, '0')}`;
}
