/** Events about blocks, for networks that want them (docs/spec/blocking.md#events-of-blocks). */
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import { EventId } from '../../contract/events.ts';
import { eventsTable } from '../events/events-table.ts';
import type { QuotaUse } from '../shared/quotas/quota-limiter.ts';
import type { Announce } from './blocks-table.ts';
import { timesOf } from './stored-block.ts';

const outbox = eventsTable();

/** Who changes a block, and the quotas that this counts against. */
interface Change {
  readonly caller: Caller;
  readonly spend: QuotaUse['spend'];
}

/**
 * What tells the network's webhooks of a change of a block; undefined where the network does not want it. Counts as one
 * event for each webhook, whatever comes of the change. Throws OverQuotaError.
 */
export async function announcing(
  event: 'user.didBlock' | 'user.didUnblock',
  { caller: { networkId, userId, blockEvents, webhooks }, spend }: Change,
): Promise<Announce | undefined> {
  if (blockEvents !== 'on') return undefined;
  await spend({ deliveries: webhooks });
  return (block) => {
    const acceptedAt = new Date().toISOString();
    const data = { userId, blockedUserId: block.blocked_userId, ...timesOf(block) };
    return outbox.adding({
      networkId,
      eventId: v.parse(EventId, uuidv7()),
      event,
      body: JSON.stringify({ event, data }),
      occurredAt: acceptedAt,
      acceptedAt,
    });
  };
}
