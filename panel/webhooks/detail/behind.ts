/** How far a receiver is behind that reads events itself, in words. */
import type { AnswerTo } from '@social-platform-services/client';
import { asksFor } from '../../../contract/event-names.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { numberText } from '../../shared/texts.ts';
import { minuteText } from '../../shared/time-texts.ts';

/**
 * `12 events to read, the first of them accepted 21 Nov 2026, 18:05 CET`, of a page of the events since its latest read.
 * A page that is not the last lacks the oldest events. The filter of the webhook may leave some of them out.
 */
export function behindText(
  { results, start }: AnswerTo<'listEvents'>,
  { events, filter, pulled }: Pick<Webhook, 'events' | 'filter' | 'pulled'>,
): string {
  // The bound is inclusive: what was accepted then is read.
  const unread = results.filter(
    ({ event, acceptedAt }) => asksFor(events, event) && acceptedAt > (pulled?.until ?? ''),
  );
  const isPart = start !== undefined;
  const oldest = unread.at(-1);
  if (oldest === undefined) return isPart ? 'Other events were accepted since then' : 'Nothing is left to read';
  const most = filter === undefined ? '' : 'at most ';
  const count = `${isPart ? 'At least ' : most}${numberText(unread.length)} ${unread.length === 1 ? 'event' : 'events'} to read`;
  const text = isPart ? count : `${count}, the first of them accepted ${minuteText(Date.parse(oldest.acceptedAt))}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
