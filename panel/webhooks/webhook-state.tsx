/** Shows the state of a webhook, and how the latest attempts to a struggling receiver ended. */
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Webhook } from '../shared/api-types.ts';
import { DAY_HOURS, useStatistics } from '../shared/queries.ts';
import { recentAttemptsText } from './attempt-counts.ts';

const indicators = {
  active: { type: 'success', text: 'Active' },
  struggling: { type: 'warning', text: 'Struggling' },
  down: { type: 'error', text: 'Down' },
  disabled: { type: 'stopped', text: 'Disabled' },
} as const;

const reasons = {
  admin: 'Disabled',
  gone: 'Disabled: the receiver responded with 410',
  failing: 'Disabled: failing for days',
} as const;

export function WebhookState({ webhook: { state, disabledReason } }: { readonly webhook: Webhook }) {
  const { type, text } = indicators[state];
  return (
    <StatusIndicator type={type}>
      {state === 'disabled' && disabledReason !== undefined ? reasons[disabledReason] : text}
    </StatusIndicator>
  );
}

/** Says how the latest attempts to a struggling receiver ended. */
export function RecentAttempts({ webhook: { webhookId, failingSince } }: { readonly webhook: Webhook }) {
  const { data, dataUpdatedAt } = useStatistics(webhookId, DAY_HOURS);
  return data === undefined ? 'Recent attempts failed.' : recentAttemptsText(data.hours, failingSince, dataUpdatedAt);
}
