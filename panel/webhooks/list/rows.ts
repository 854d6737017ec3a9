/** The rows of the webhook table: webhooks whose receiver is down first, then struggling, disabled and active ones; the oldest first in each group. */
import type { WebhookCounts } from '../../../client/index.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { ALL_EVENTS, matchesNotices } from '../event-patterns.ts';

export interface Row {
  readonly webhook: Webhook;
  /** The lowest comes first. */
  readonly urgency: number;
  readonly attempts: number;
  /** From 0 to 1; undefined without attempts. */
  readonly successRate: number | undefined;
}

const urgencies = { down: 0, struggling: 1, disabled: 2, active: 3 } as const;

export function rowsOf(webhooks: readonly Webhook[], counts: readonly WebhookCounts[]): readonly Row[] {
  const countsById = new Map(counts.map((count) => [count.webhookId, count]));
  return webhooks
    .map((webhook) => {
      const { delivered = 0, failed = 0 } = countsById.get(webhook.webhookId) ?? {};
      const attempts = delivered + failed;
      const successRate = attempts === 0 ? undefined : delivered / attempts;
      return { webhook, urgency: urgencies[webhook.state], attempts, successRate };
    })
    .toSorted((a, b) => a.urgency - b.urgency);
}

const MAX_SHOWN = 2;

/** A short list of the events that a webhook subscribes to: `channel.*, poll.didVote and 3 more`. */
export function eventsText(patterns: readonly string[]): string {
  if (patterns.includes(ALL_EVENTS)) return patterns.some(matchesNotices) ? 'All events, and notices' : 'All events';
  const hidden = patterns.length - MAX_SHOWN;
  return hidden <= 1 ? patterns.join(', ') : `${patterns.slice(0, MAX_SHOWN).join(', ')} and ${hidden} more`;
}
