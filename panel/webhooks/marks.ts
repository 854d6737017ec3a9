/** What happened to a webhook, for its charts: changes of its configuration and secret, and since when it fails. */
import type { AuditEntry } from '@social-platform-services/client';
import type { Webhook } from '../shared/api-types.ts';
import { destinationOf, shortUrl } from '../shared/texts.ts';

/** What a chart marks: something that happened at a time. */
export interface Mark {
  readonly at: Date;
  readonly text: string;
}

type Health = Pick<Webhook, 'downSince' | 'failingSince' | 'outages'>;

const mark = (at: string, text: string): Mark => ({ at: new Date(at), text });
const inOrder = (marks: readonly Mark[]): readonly Mark[] => marks.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/**
 * The marks of these entries, and of the outages of a webhook, the oldest first. `shortest` is after how many seconds an
 * outage is one, and `now` is milliseconds since 1970.
 */
export const marksOf = (
  health: Health,
  entries: readonly AuditEntry[],
  shortest: number,
  now: number,
): readonly Mark[] =>
  inOrder([
    ...entries.flatMap((entry) => {
      const text = markText(entry);
      return text === undefined ? [] : [mark(entry.at, text)];
    }),
    ...outageMarks(health, shortest, now),
  ]);

/** The marks of the outages of all webhooks, which are named, the oldest first. */
export const networkMarksOf = (webhooks: readonly Webhook[], shortest: number, now: number): readonly Mark[] =>
  inOrder(
    webhooks.flatMap((webhook) =>
      outageMarks(webhook, shortest, now).map(({ at, text }) => ({
        at,
        text: `${text}: ${shortUrl(destinationOf(webhook))}`,
      })),
    ),
  );

/** Where outages began and ended, with the present one if it has lasted as long as those that are stored. */
function outageMarks(
  { downSince, failingSince = downSince, outages = [] }: Health,
  shortest: number,
  now: number,
): readonly Mark[] {
  const past = outages.flatMap(({ since, until }) => [mark(since, BEGAN), mark(until, 'Outage ended')]);
  const isOutage = failingSince !== undefined && now - Date.parse(failingSince) >= shortest * 1_000;
  return isOutage ? [...past, mark(failingSince, BEGAN)] : past;
}

const BEGAN = 'Outage began';

/** What an entry is called in a chart; undefined for what has changed nothing. */
function markText({ action, changes }: AuditEntry): string | undefined {
  if (action === 'webhookCreated') return 'Created';
  if (action === 'webhookDisabled') return 'Disabled';
  if (action === 'secretRotated') return 'Secret rotated';
  if (action === 'deliveriesRecovered') return 'Sent again';
  if (action === 'recoveriesStopped') return 'Stopped sending again';
  if (action !== 'webhookUpdated') return undefined;
  const enabled = changes.find(({ field }) => field === 'enabled');
  if (enabled === undefined) return 'Changed';
  return enabled.to === 'true' ? 'Enabled' : 'Disabled';
}
