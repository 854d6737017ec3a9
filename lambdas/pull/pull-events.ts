import { type PullCursor, pullEvents } from '../../contract/pull.ts';
import { timeOf } from '../../contract/time-ids.ts';
import { auditTable } from '../audit/audit-table.ts';
import { networksTable } from '../auth/networks-table.ts';
import { requestCaller } from '../auth/request-caller.ts';
import { eventsTable } from '../events/events-table.ts';
import { receiverIdentifier } from '../recovery/identify-receiver.ts';
import { badRequest } from '../shared/errors.ts';
import { receiverRoute } from '../shared/route.ts';
import type { SubscriptionAt } from '../webhooks/subscription.ts';
import { subscriptionSince } from '../webhooks/subscription-history.ts';
import { nameOf, type Webhook, webhooksTable } from '../webhooks/webhooks-table.ts';
import { readerIdentifier } from './identify-reader.ts';
import { type Cursor, cursorAt, cursorText, parseCursor, SETTLED_MS } from './pull-cursor.ts';
import { pullPage } from './pull-page.ts';
import { noteRead } from './pulled-table.ts';

/** How long a receiver waits that has everything: events become readable at this pace anyway. */
const POLL_SECONDS = 5;

const webhooks = webhooksTable();
const networks = networksTable();
const audit = auditTable();
const outbox = eventsTable();
const identify = readerIdentifier({
  webhooks,
  identifyReceiver: receiverIdentifier({ webhooks, networks }),
  identifyCaller: requestCaller(networks),
});

/** GET /webhooks/{webhookId}/events: the events of a webhook, for a receiver that reads them (docs/spec/pull.md). */
export const handler = receiverRoute(pullEvents, identify, async ({ webhook }, query) => {
  const { enabled, pull } = webhook;
  const webhookId = nameOf(webhook);
  if (!pull) throw badRequest(`the events of the webhook ${webhookId} are sent; only one with pull has them here`);
  if (!enabled) throw badRequest(`the webhook ${webhookId} is disabled; enable it first`);
  const now = Date.now();
  const { cursor, since } = beginOf(webhook, query);
  const page = await pullPage(
    { outbox },
    { webhook, cursor, since, limit: query.limit, now, subscriptionAt: await subscriptionFrom(webhook, cursor) },
  );
  await noteRead(webhook, timeOf(page.cursor.position), now);
  const { results, isComplete } = page;
  return {
    results: [...results],
    next: cursorText(page.cursor),
    pollAfterSeconds: isComplete ? POLL_SECONDS : 0,
  };
});

/** Where the request begins: at its cursor, at its time, or at the creation of the webhook. */
function beginOf(
  { createdAt }: Webhook,
  { after, since = createdAt }: { readonly after?: PullCursor | undefined; readonly since?: string | undefined },
): { readonly cursor: Cursor; readonly since: number } {
  if (after !== undefined) return { cursor: parseCursor(after), since: 0 };
  const time = Math.max(0, Date.parse(since));
  return { cursor: cursorAt(time), since: time };
}

/** What the webhook has asked for behind a cursor, which may go back. A query, if the webhook has changed since. */
async function subscriptionFrom(webhook: Webhook, { position }: Cursor): Promise<SubscriptionAt> {
  const since = Math.max(timeOf(position) - 2 * SETTLED_MS, Date.parse(webhook.createdAt));
  return await subscriptionSince(Date.parse(webhook.updatedAt) < since ? unchanged : audit, webhook, since);
}

const unchanged: Parameters<typeof subscriptionSince>[0] = { changesOf: async () => [] };
