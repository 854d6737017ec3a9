/** How a webhook does, in a word. */
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Webhook } from './webhook-queries.ts';

const looks = {
  active: { type: 'success', text: 'Active' },
  failing: { type: 'error', text: 'Failing' },
  disabled: { type: 'stopped', text: 'Disabled' },
} as const;

const reasons = {
  admin: 'Disabled',
  gone: 'Disabled: the receiver answered 410',
  failing: 'Disabled: it failed for days',
} as const;

export function WebhookState({ webhook: { state, disabledReason } }: { readonly webhook: Webhook }) {
  const { type, text } = looks[state];
  return (
    <StatusIndicator type={type}>
      {state === 'disabled' && disabledReason !== undefined ? reasons[disabledReason] : text}
    </StatusIndicator>
  );
}
