/** What `listen` prints of a delivery. */
import type { VerifiedDelivery } from '../../client/verify-webhook.ts';

/** A delivery as it came, and what came of it. */
export interface Shown {
  readonly delivery: VerifiedDelivery;
  readonly receivedAt: Date;
  /** Which request for this delivery it is, as far as this process has seen them; 1 is the first. */
  readonly attempt: number;
  /** The status that was answered. */
  readonly answered: number;
}

const MOST_LINES = 60;
const MOST_CHARACTERS = 6_000;

/** For people: a line that says what came, then its data. Times are of this machine. */
export function eventText({ delivery, receivedAt, attempt, answered }: Shown): string {
  const { event, data, deliveryId } = delivery;
  const facts = [
    timeOf(receivedAt),
    event,
    deliveryId,
    'both signatures right',
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(answered === 200 ? [] : [`answered ${answered}`]),
  ];
  return `${printable(facts.join('  '))}\n${bounded(printable(JSON.stringify(data, null, 2)))}\n`;
}

/** For programs: one JSON object. */
export function eventJson({ delivery, receivedAt, attempt, answered }: Shown): string {
  const { event, data, deliveryId, sentAt } = delivery;
  const signatures = { service: true, standard: true };
  return `${JSON.stringify({ event, deliveryId, receivedAt, sentAt, attempt, answered, signatures, data })}\n`;
}

/** The beginning of a body that is not to be trusted, on one line. */
export const excerpt = (body: Buffer): string => {
  const text = body.subarray(0, 300).toString('utf8').replaceAll(/\s+/g, ' ');
  return printable(body.length > 300 ? `${text}…` : text);
};

/** Whatever a terminal would act upon, or show where it doesn't stand, becomes an escape. Line breaks stay, and joined emoji. */
const printable = (text: string): string => text.replaceAll(/(?![\n\u200d])[\p{Cc}\p{Cf}]/gu, escaped);

/** As JSON escapes it. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

function bounded(text: string): string {
  const lines = text.slice(0, MOST_CHARACTERS).split('\n').slice(0, MOST_LINES);
  const shown = lines.join('\n');
  if (shown.length === text.length) return shown;
  return `${shown}\n… ${text.length - shown.length} more characters; --json prints all of it`;
}

/** Such as 09:15:02.123. */
function timeOf(time: Date): string {
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => `${part}`.padStart(2, '0'));
  return `${parts.join(':')}.${`${time.getMilliseconds()}`.padStart(3, '0')}`;
}
