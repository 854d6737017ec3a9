/** Explains why many deliveries fail at once: the webhook is failing or disabled. */
import Alert from '@cloudscape-design/components/alert';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Time } from '../../shared/time.tsx';
import { RETRY_SCHEDULE } from '../retry-schedule-text.ts';

export function WebhookAlert({ webhook: { webhookId, state, failingSince } }: { readonly webhook: Webhook }) {
  const link = <AppLink to={`/webhooks/${webhookId}`}>View webhook</AppLink>;
  if (state === 'disabled') {
    return (
      <Alert type="warning">
        This webhook is disabled. Nothing is sent to it, and nothing can be replayed until you enable it. {link}
      </Alert>
    );
  }
  if (failingSince === undefined) return null;
  return (
    <Alert type="warning">
      Every attempt has failed since <Time at={failingSince} />. Failed deliveries are retried automatically,{' '}
      {RETRY_SCHEDULE}. {link}
    </Alert>
  );
}
