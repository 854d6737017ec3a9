/** The delivery log of a webhook, and that of all webhooks of the network. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ForAdmins } from '../../session/session-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { RETRY_SCHEDULE } from '../../shared/delivery-texts.ts';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { Page, placesOf } from '../../shared/page.tsx';
import { useWebhook } from '../../shared/queries.ts';
import { RecoverModal } from '../../shared/recover-modal.tsx';
import { type RecoveryFilter, recoveryTitle } from '../../shared/recovery.ts';
import { destinationOf, shortUrl } from '../../shared/texts.ts';
import { Time } from '../../shared/time.tsx';
import { LAST_DAY } from '../../shared/time-range.ts';
import { DeliveryList } from './delivery-list.tsx';
import { resultQueryOf } from './list-address.ts';
import { useFilters } from './use-list.ts';

export function Screen() {
  const { webhookId = '' } = useParams();
  const query = useWebhook(webhookId);
  const { data: webhook, error } = query;
  const [filters] = useFilters();
  const [isRecovering, setRecovering] = useState(false);
  const isDisabled = webhook?.state === 'disabled';
  const { state = 'failed', event, result } = filters;
  const filter: RecoveryFilter = { state, event, ...resultQueryOf(result) };
  return (
    <Page
      title="Deliveries"
      above={placesOf(webhookId, webhook)}
      description={`Deliveries to ${webhook === undefined ? 'the webhook' : shortUrl(destinationOf(webhook))} in the last 30 days.`}
      actions={
        <ForAdmins>
          <Button onClick={() => setRecovering(true)} disabled={isDisabled} disabledReason="Enable the webhook first.">
            {recoveryTitle(filter)}
          </Button>
        </ForAdmins>
      }
    >
      {webhook !== undefined && <WebhookAlert webhook={webhook} />}
      {error !== null && webhook === undefined ? (
        <NotLoaded what="the deliveries" query={query} />
      ) : (
        <DeliveryList webhookId={webhookId} isDisabled={isDisabled} />
      )}
      {isRecovering && (
        <RecoverModal
          webhookId={webhookId}
          range={filters.range ?? LAST_DAY}
          filter={filter}
          onDismiss={() => setRecovering(false)}
        />
      )}
    </Page>
  );
}

/** The delivery log of all webhooks of the network. */
export const NetworkScreen = () => (
  <Page
    title="Deliveries"
    description="Deliveries to all webhooks in the last 30 days. Replay them from their webhook."
  >
    <DeliveryList webhookId={undefined} isDisabled={false} />
  </Page>
);

/** Explains why many deliveries fail at once: the webhook is disabled, or its receiver is down or struggling. */
function WebhookAlert({ webhook: { webhookId, state, downSince } }: { readonly webhook: Webhook }) {
  const link = <Link href={`#/webhooks/${webhookId}`}>View webhook</Link>;
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
      Recent attempts failed. They are repeated automatically, {RETRY_SCHEDULE}. {link}
    </Alert>
  );
}
