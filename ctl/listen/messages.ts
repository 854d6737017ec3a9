/** The messages that `listen` prints to stderr. */
import { asksFor } from '../../contract/event-names.ts';
import { dataOption } from '../data-option.ts';

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

/** Printed once `listen --receive-only` has started its receiver. */
export function receivingMessage(setup: Pick<Setup, 'networkId' | 'url' | 'answer' | 'delay'>): string {
  const { networkId, url } = setup;
  return [
    `receiving at ${url}: create a webhook of the network ${networkId} with this URL, at any path, in the admin panel or with POST /webhooks`,
    ...failureNote(setup),
    'Ctrl-C ends; with the same --port it can be started again at the same URL.',
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
  const token = `$(npm run -s ctl -- token${option === undefined ? '' : ` ${option}`} --network ${networkId} --user platform --role server)`;
  const body = `{"events":[{"event":"${SAMPLE_EVENT}","data":{"userId":"alice"}}]}`;
  return `curl -s ${apiUrl}/events -H "Authorization: Bearer ${token}" -H 'Content-Type: application/json' -d '${body}'`;
}

/** A warning about a request that was refused. `body` must be safe to print. */
export const refusalWarning = (complaint: string, body: string): string =>
  `WARNING: refused a request with 401. ${complaint}\n  Its body begins: ${body}`;

/** A warning about a request other than a delivery. `request` is its method and path, safe to print. */
export const refusedRequestWarning = (request: string, status: number): string =>
  `WARNING: refused ${request} with ${status}. Deliveries are POST requests of at most 1 MiB.`;
