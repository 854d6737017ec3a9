/** Shows new events of a network that its own temporary webhook asks for, from a service that can't reach this machine. */

import type { Client } from '@social-platform-services/client';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../contract/durations.ts';
import { writeNote, writeResult } from '../output.ts';
import { DESCRIPTION, type ListenOptions, removeWebhook } from './listen.ts';
import { pulledEventJson, pulledEventText } from './messages.ts';

type PullOptions = Pick<ListenOptions, 'networkId' | 'events' | 'filter' | 'json'>;

/** A webhook of `listen` that nobody has read for so long is left over: a running one is read every five seconds. */
const LEFT_OVER_MS = 10 * MINUTE_MS;
/** More events than come twice (docs/spec/pull.md#what-is-promised). */
const MAX_SEEN = 100_000;

/**
 * Creates a webhook with `pull`, prints each event once to stdout, and removes the webhook when `signal` is aborted or
 * the service fails. Throws errors of the client.
 */
export async function listenByPull(client: Client, options: PullOptions, signal: AbortSignal): Promise<void> {
  const { networkId, events, filter, json } = options;
  await removeLeftOver(client);
  const { webhookId } = await client.createWebhook({ body: { pull: true, events, filter, description: DESCRIPTION } });
  try {
    writeNote(
      `reading ${events.join(', ')} of the network ${networkId}, as webhook ${webhookId}, which has no receiver. Events come some seconds after they are accepted. Ctrl-C removes the webhook and ends.`,
    );
    const seen = new LRUCache<string, true>({ max: MAX_SEEN });
    for await (const event of client.pull(webhookId, { signal })) {
      if (seen.has(event.eventId)) continue;
      seen.set(event.eventId, true);
      await writeResult(json ? pulledEventJson(event) : pulledEventText(event));
    }
  } catch (error) {
    // The request that was under way.
    if (!signal.aborted) throw error;
  } finally {
    await removeWebhook(client, webhookId);
    writeNote(`Removed the webhook ${webhookId}.`);
  }
}

/** Removes the webhooks of an earlier `listen` that was killed. */
async function removeLeftOver(client: Client): Promise<void> {
  const { results } = await client.listWebhooks();
  for (const { webhookId, description, pull, pulled, createdAt } of results) {
    const isLeftOver = description === DESCRIPTION && Date.now() - Date.parse(pulled?.at ?? createdAt) > LEFT_OVER_MS;
    if (!pull || !isLeftOver) continue;
    await removeWebhook(client, webhookId);
    writeNote(`Removed the webhook ${webhookId} of an earlier listen.`);
  }
}
