/** The operations of the benchmark `units` that only who asks for them pays: events that are read, idempotency keys. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { type Cursor, cursorAt, HORIZON_MS, INTERVAL_MS, SETTLED_MS } from '../../lambdas/pull/pull-cursor.ts';
import { pullPage } from '../../lambdas/pull/pull-page.ts';
import { mapConcurrently } from '../../lambdas/shared/concurrency.ts';
import { idempotencyTable } from '../../lambdas/shared/idempotency-table.ts';
import { type Cost, reads, type Tables, writes } from './unit-costs.ts';

/** Events of a full page, and the queries of the index that find them: one for each of its partitions. */
const [PAGE, QUERIES] = [100, 16];
const AT_ONCE = 32;

/** A receiver that reads events: a full page of small ones, and two minutes later. */
export async function pullCosts({ client, tables, networkId }: Tables): Promise<readonly Cost[]> {
  const outbox = eventsTable(client, tables.events);
  // No other event of the network is of that time.
  const start = Date.now() - 24 * 60 * 60_000;
  await mapConcurrently([...Array(PAGE).keys()], AT_ONCE, async (n) => {
    const acceptedAt = new Date(start + n * 10).toISOString();
    const eventId = v.parse(EventId, `pulled-${n}`);
    await outbox.add({ networkId, eventId, event: 'a.b', body: '{}', occurredAt: acceptedAt, acceptedAt });
  });
  const webhook = { networkId, webhookId: v.parse(WebhookId, `wh_${'3'.repeat(32)}`) };
  const subscriptionAt = () => ({ events: ['*'], filter: '' });
  const read = (cursor: Cursor, now: number) =>
    pullPage({ outbox }, { webhook, subscriptionAt, cursor, since: 0, limit: PAGE, now });
  const all = () => read(cursorAt(start), start + INTERVAL_MS + HORIZON_MS);
  const settled = start + SETTLED_MS + 2 * INTERVAL_MS;
  let { cursor } = await all();
  return [
    reads('pull of 100 events', (QUERIES + PAGE) / 2, async () => {
      const { results } = await all();
      if (results.length !== PAGE) throw new Error(`There are ${results.length} events.`);
    }),
    // Its queries for new events find none, for which DynamoDB charges as much again, and DynamoDB Local nothing.
    reads('pull that counts an interval once more, without new events', QUERIES / 2, async () => {
      ({ cursor } = await read(cursor, settled));
    }),
  ];
}

/** What a key costs beside the request itself, with a response of half a KB. */
export function keyCost({ client, tables, networkId }: Tables): Cost {
  const requests = idempotencyTable(client, tables.webhooks);
  return writes('idempotency key of a request, with its response', 2, async () => {
    const claimed = await requests.claim({ networkId, key: [randomUUID()], content: ['{}'] }, Date.now() + 10_000);
    if (claimed.kind !== 'claimed') throw new Error(`The request is ${claimed.kind}.`);
    await requests.finish(claimed.claim, JSON.stringify('r'.repeat(500)));
  });
}
