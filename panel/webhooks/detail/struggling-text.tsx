/** Says how many of the latest attempts to a struggling receiver succeeded, and what happens to those that failed. */
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { NextAttempt } from '../../shared/delivery/delivery-state.tsx';
import { RecentAttempts } from '../recent-attempts.tsx';
import { countText, isNone, isSingle, isTurnAwaited, nextRetryAt, type Undelivered } from './undelivered.ts';

interface StrugglingTextProps {
  readonly webhook: Webhook;
  /** Undefined while it is loading. */
  readonly undelivered: Undelivered | undefined;
}

export const StrugglingText = ({ webhook, undelivered }: StrugglingTextProps) => (
  <SpaceBetween size="xs">
    <div>
      <RecentAttempts webhook={webhook} />
    </div>
    {undelivered && !isNone(undelivered.retrying) && (
      <div>
        <AppLink to={`/webhooks/${webhook.webhookId}/deliveries?state=retrying`}>
          {countText(undelivered.retrying)}
        </AppLink>{' '}
        {isSingle(undelivered.retrying) ? 'is' : 'are'} sent automatically:{' '}
        <NextAttempt at={isTurnAwaited(undelivered) ? undefined : nextRetryAt(undelivered)} />.
      </div>
    )}
  </SpaceBetween>
);
