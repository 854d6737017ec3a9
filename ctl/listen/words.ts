/** The sentences of `listen`, for stderr. */
import { asksFor } from '../../contract/event-patterns.ts';

/** What has been set up. */
export interface Setup {
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
/** A receiver has 1.5 s (service.md section 7). */
const TIME_OUT_MS = 1_500;

/** What was done, and what to do next. */
export function listeningNote(setup: Setup): string {
  const { networkId, events, webhookId, url } = setup;
  return [
    `listening at ${url} for ${events.join(', ')} of the network ${networkId}, as webhook ${webhookId}`,
    ...troubleNote(setup),
    ...(asksFor(events, SAMPLE_EVENT) ? ['Post an event from another terminal:', `  ${postCommand(setup)}`] : []),
    'Ctrl-C removes the webhook and ends.',
  ].join('\n');
}

/** The same where the admin makes the webhook. */
export function receivingNote(setup: Pick<Setup, 'networkId' | 'url' | 'answer' | 'delay'>): string {
  const { networkId, url } = setup;
  return [
    `receiving at ${url}: create a webhook of the network ${networkId} with this URL, in the admin panel or by POST /webhooks`,
    ...troubleNote(setup),
    'Ctrl-C ends; with the same --port it can be started again at the same URL.',
  ].join('\n');
}

function troubleNote({ answer, delay }: Pick<Setup, 'answer' | 'delay'>): string[] {
  const isFailing = answer < 200 || answer > 299 || delay >= TIME_OUT_MS;
  if (!isFailing) return [];
  return [
    `Each request is answered ${answer}${delay > 0 ? ` after ${delay} ms` : ''}: deliveries fail and are retried.`,
  ];
}

function postCommand({ networkId, apiUrl, folder }: Setup): string {
  const data = folder === '.local' ? '' : ` --data '${folder.replaceAll("'", String.raw`'\''`)}'`;
  const token = `$(npm run -s ctl -- token${data} --network ${networkId} --user platform --role server)`;
  const body = `{"events":[{"event":"${SAMPLE_EVENT}","data":{"userId":"alice"}}]}`;
  return `curl -s ${apiUrl}/events -H "Authorization: Bearer ${token}" -H 'Content-Type: application/json' -d '${body}'`;
}

/** A request that a receiver must not act upon. */
export const warningOf = (complaint: string, body: string): string =>
  `WARNING: refused a request with 401. ${complaint}\n  Its body begins: ${body}`;
