/** What happened to a webhook, for its charts: changes of its configuration and secret, and since when it fails. */
import type { AuditEntry } from '@social-platform-services/client';
import type { Webhook } from '../shared/api-types.ts';

/** What a chart marks: something that happened at a time. */
export interface Mark {
  readonly at: Date;
  readonly text: string;
}

/** The marks of these entries and of the present outage, the oldest first. */
export const marksOf = (
  { downSince, failingSince }: Pick<Webhook, 'downSince' | 'failingSince'>,
  entries: readonly AuditEntry[],
): readonly Mark[] =>
  [
    ...entries.flatMap((entry) => {
      const text = markText(entry);
      return text === undefined ? [] : [{ at: new Date(entry.at), text }];
    }),
    ...(failingSince === undefined ? [] : [{ at: new Date(failingSince), text: 'First failure' }]),
    ...(downSince === undefined ? [] : [{ at: new Date(downSince), text: 'Down' }]),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** What an entry is called in a chart; undefined for what has changed nothing. */
function markText({ action, changes }: AuditEntry): string | undefined {
  if (action === 'webhookCreated') return 'Created';
  if (action === 'webhookDisabled') return 'Disabled';
  if (action === 'secretRotated') return 'Secret rotated';
  if (action === 'deliveriesRecovered') return 'Sent again';
  if (action !== 'webhookUpdated') return undefined;
  const enabled = changes.find(({ field }) => field === 'enabled');
  if (enabled === undefined) return 'Changed';
  return enabled.to === 'true' ? 'Enabled' : 'Disabled';
}
