/** The rows of the webhook table: what fails stands on top, what is disabled comes next, then the others, the oldest first. */
import type { AnswerTo, WebhookAnswer } from '../../../client/index.ts';

type WebhookCounts = AnswerTo<'listWebhookStatistics'>['results'][number];

export interface Row {
  readonly webhook: WebhookAnswer;
  /** Low comes first. */
  readonly urgency: number;
  readonly attempts: number;
  /** From 0 to 1; undefined where nothing was attempted. */
  readonly successRate: number | undefined;
}

const urgencies = { failing: 0, disabled: 1, active: 2 } as const;

export function rowsOf(webhooks: readonly WebhookAnswer[], counts: readonly WebhookCounts[]): readonly Row[] {
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

const SHOWN = 2;

/** What a webhook asks for, in short: `channel.*, poll.didVote and 3 more`. */
export function eventsText(patterns: readonly string[]): string {
  if (patterns.includes('*')) return 'All events';
  const hidden = patterns.length - SHOWN;
  return hidden <= 1 ? patterns.join(', ') : `${patterns.slice(0, SHOWN).join(', ')} and ${hidden} more`;
}
