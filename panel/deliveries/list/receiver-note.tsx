/** What explains many failures at once: a receiver that is down, or a webhook to which nothing is sent. */
import Alert from '@cloudscape-design/components/alert';
import { AppLink } from '../../app/app-link.tsx';
import { Time } from '../../shared/time.tsx';
import type { Webhook } from '../../webhooks/webhook-queries.ts';
import { RETRY_WORDS } from '../retry-words.ts';

export function ReceiverNote({ webhook: { webhookId, state, failingSince } }: { readonly webhook: Webhook }) {
  const more = <AppLink to={`/webhooks/${webhookId}`}>Go to the webhook</AppLink>;
  if (state === 'disabled') {
    return (
      <Alert type="warning">
        This webhook is disabled: nothing is sent to it, and nothing can be replayed until it is enabled. {more}
      </Alert>
    );
  }
  if (failingSince === undefined) return null;
  return (
    <Alert type="warning">
      Every attempt has failed since <Time at={failingSince} />. What fails is tried again by itself, {RETRY_WORDS}.{' '}
      {more}
    </Alert>
  );
}
