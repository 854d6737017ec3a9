import { canMatch, eventFilter } from '../../contract/event-filter.ts';
import { badRequest } from '../shared/errors.ts';
import type { WebhookConfiguration } from './webhooks-table.ts';

/** The form in which a filter of a request is stored; undefined stays so. */
export const storedFilter = (filter: object | null | undefined): string | undefined =>
  filter === null ? '' : filter && JSON.stringify(filter);

/** Throws 400 for a filter that no event can match which the patterns let through. */
export function refuseNeverMatching({ events, filter }: Pick<WebhookConfiguration, 'events' | 'filter'>): void {
  if (filter !== '' && !canMatch(eventFilter(JSON.parse(filter)), events)) {
    throw badRequest(`filter.event must match an event that events asks for, which are ${events.join(', ')}`);
  }
}
