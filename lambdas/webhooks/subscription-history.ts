/** Which events a webhook has asked for, and when. */
import type { AuditChange } from '../../contract/audit.ts';
import type { AuditTable } from '../audit/audit-table.ts';
import type { SubscriptionAt } from './subscription.ts';
import { referenceTo, type Webhook } from './webhooks-table.ts';

/**
 * Returns what a webhook asks for at any time after `since` (milliseconds since 1970), according to the audit trail,
 * which has each change of it from the moment that it is made. Before its creation it asked for nothing. It is asked
 * about tens of thousands of events, and a webhook may have as many changes: so each is looked up by halves.
 */
export async function subscriptionSince(
  audit: Pick<AuditTable, 'changesOf'>,
  webhook: Pick<Webhook, 'networkId' | 'webhookId' | 'givenId' | 'events' | 'filter' | 'createdAt'>,
  since: number,
): Promise<SubscriptionAt> {
  const entries = await audit.changesOf(referenceTo(webhook), new Date(since).toISOString());
  const patternsOf = remembered(({ from }: FieldChange) => from?.split(', ') ?? webhook.events);
  const [ofEvents, ofFilter] = [historyOf(entries, 'events'), historyOf(entries, 'filter')];
  return (acceptedAt) => {
    if (acceptedAt < webhook.createdAt) return { events: [], filter: '' };
    const [events, filter] = [firstAfter(ofEvents, acceptedAt), firstAfter(ofFilter, acceptedAt)];
    return {
      events: events === undefined ? webhook.events : patternsOf(events),
      filter: filter === undefined ? webhook.filter : (filter.from ?? ''),
    };
  };
}

/** A change of one field: the value before it, and when it was made (ISO 8601). */
interface FieldChange extends Pick<AuditChange, 'from'> {
  readonly at: string;
}

/** The changes of a field, the oldest first, as the entries are. */
const historyOf = (entries: Awaited<ReturnType<AuditTable['changesOf']>>, field: string): readonly FieldChange[] =>
  entries.flatMap(({ at, changes }) =>
    changes.filter((change) => change.field === field).map(({ from }) => ({ at, from })),
  );

/** The first change after a time, if there is one. */
function firstAfter(changes: readonly FieldChange[], time: string): FieldChange | undefined {
  let [from, to] = [0, changes.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((changes[middle]?.at ?? '') > time) to = middle;
    else from = middle + 1;
  }
  return changes[from];
}

/** The function, which computes the result of each argument once. */
function remembered<K, T>(compute: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const result = known.get(key) ?? compute(key);
    known.set(key, result);
    return result;
  };
}
