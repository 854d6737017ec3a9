/**
 * Sends notices about webhooks (docs/spec/notices.md), as events of the outbox.
 *
 * The event is stored first and noted with the webhook then. Its id follows from the change, so that a crash in
 * between, or another process that sees the same change, does not send it twice.
 */
import { LRUCache } from 'lru-cache';
import type { EventsTable } from '../events/events-table.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import { dueNotice, type NoticeSettings, outagesAfter, sentNoticeAfter } from '../receiver-health/health.ts';
import type { ReceiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { WebhookDirectory } from '../webhooks/webhook-directory.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { type ExampleDelivery, noticeEvent } from './notice.ts';

/** What notices are made with. `now` returns milliseconds since 1970. */
export interface NoticePorts {
  readonly outbox: Pick<EventsTable, 'add'>;
  readonly health: Pick<ReceiverHealthTable, 'note'>;
  readonly directory: Pick<WebhookDirectory, 'forget'>;
  readonly settings: NoticeSettings;
  readonly now: () => number;
}

export type Notices = ReturnType<typeof createNotices>;

const MAX_REMEMBERED = 10_000;

/** The notices of one process. */
export function createNotices({ outbox, health, directory, settings, now }: NoticePorts) {
  /** Ids of events that this process has stored. */
  const stored = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return { isDue, trySend, store };

  /** Whether the network is to be told something of the webhook. */
  function isDue(webhook: Webhook): boolean {
    return dueNotice(webhook, settings, now()) !== undefined;
  }

  /**
   * Sends the notice that is due, if any, with a delivery as example. Two write units. Returns false where it can't be
   * sent, which must not hold up deliveries: the next attempt, or check of the backlog, sends it.
   */
  async function trySend(webhook: Webhook, example?: ExampleDelivery): Promise<boolean> {
    try {
      await send(webhook, example);
      return true;
    } catch (error) {
      console.error({
        message: 'A notice could not be sent.',
        webhookId: webhook.webhookId,
        error: loggedError(error),
      });
      return false;
    }
  }

  async function send(webhook: Webhook, example?: ExampleDelivery): Promise<void> {
    const notice = dueNotice(webhook, settings, now());
    if (notice === undefined) return;
    await store([noticeEvent(webhook, notice, settings, now(), example)]);
    await health.note(webhook, sentNoticeAfter(notice, now()), outagesAfter(webhook, notice));
    directory.forget(webhook.networkId, webhook.webhookId);
  }

  /** Stores events of notices. One that is stored already costs a write unit, once in a process. */
  async function store(events: readonly StoredEvent[]): Promise<void> {
    const unknown = new Map(events.map((event) => [event.eventId, event]));
    for (const eventId of unknown.keys()) if (stored.has(eventId)) unknown.delete(eventId);
    await Promise.all([...unknown.values()].map(outbox.add));
    for (const eventId of unknown.keys()) stored.set(eventId, true);
  }
}
