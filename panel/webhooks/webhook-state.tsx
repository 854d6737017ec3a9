/** The state of a webhook, with an icon. */
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Webhook } from '../shared/api-types.ts';
import { Breakable } from '../shared/text-view.tsx';
import { shownStateOf } from './attempt-counts.ts';

const indicators = {
  active: { type: 'success', text: 'Active' },
  struggling: { type: 'warning', text: 'Struggling' },
  failing: { type: 'error', text: 'Failing: nothing succeeds' },
  down: { type: 'error', text: 'Down' },
  disabled: { type: 'stopped', text: 'Disabled' },
} as const;

const reasons = {
  admin: 'Disabled',
  gone: 'Disabled: the receiver responded with 410',
  failing: 'Disabled: failing for days',
} as const;

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { type, text } = indicators[shownStateOf(webhook)];
  const { state, disabledReason } = webhook;
  return (
    <StatusIndicator type={type}>
      <Breakable>{state === 'disabled' && disabledReason !== undefined ? reasons[disabledReason] : text}</Breakable>
    </StatusIndicator>
  );
}
