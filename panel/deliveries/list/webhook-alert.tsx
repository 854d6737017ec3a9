/** Explains why many deliveries fail at once: the webhook is disabled, or its receiver is down or struggling. */
import Alert from '@cloudscape-design/components/alert';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Time } from '../../shared/time.tsx';
import { RETRY_SCHEDULE } from '../retry-schedule-text.ts';

export function WebhookAlert({ webhook: { webhookId, state, downSince } }: { readonly webhook: Webhook }) {
  const link = <AppLink to={`/webhooks/${webhookId}`}>View webhook</AppLink>;
  if (state === 'disabled') {
    return (
      <Alert type="warning">
        This webhook is disabled. Nothing is sent to it, and nothing can be replayed until you enable it. {link}
      </Alert>
    );
  }
  if (downSince !== undefined) {
    return (
      <Alert type="warning">
        The receiver is down: nothing has been delivered since <Time at={downSince} />. Deliveries wait and are sent,
        oldest first, once it responds. {link}
      </Alert>
    );
  }
  if (state !== 'struggling') return null;
  return (
    <Alert type="warning">
      The receiver is struggling: recent attempts failed. They are repeated automatically, {RETRY_SCHEDULE}. {link}
    </Alert>
  );
}
