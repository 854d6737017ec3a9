/** The delivery log of a webhook. */

import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useBreadcrumbs } from '../../shared/breadcrumbs.tsx';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { ForAdmins } from '../../shared/for-admins.tsx';
import { RecoverModal } from '../../shared/recovery/recover-modal.tsx';
import { filterText, type RecoveryFilter } from '../../shared/recovery/recovery.ts';
import { shortUrl } from '../../shared/short-url.ts';
import { useWebhook } from '../../shared/webhook-query.ts';
import { DeliveryList } from './delivery-list.tsx';
import { useListUrl } from './use-list-url.ts';
import { WebhookAlert } from './webhook-alert.tsx';

/** The suggested range of a recovery if the list is not filtered by time. */
const LAST_DAY = { kind: 'last', amount: 24, unit: 'hour' } as const;

export function Screen() {
  const { webhookId = '' } = useParams();
  const { data: webhook, error, refetch } = useWebhook(webhookId);
  const { filters } = useListUrl();
  const [isRecovering, setRecovering] = useState(false);
  const self = `/webhooks/${webhookId}`;
  const receiver = webhook && shortUrl(webhook.url);
  useBreadcrumbs(
    { text: 'Webhooks', to: '/webhooks' },
    { text: receiver ?? 'Webhook', to: self },
    { text: 'Deliveries', to: `${self}/deliveries` },
  );
  if (error !== null && webhook === undefined) {
    return <ErrorAlert error={error} header="The deliveries could not be loaded" onRetry={() => void refetch()} />;
  }
  const isDisabled = webhook?.state === 'disabled';
  const { state = 'failed', event, result } = filters;
  const filter: RecoveryFilter = { state, event, ...result };
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description={`Deliveries to ${receiver ?? 'the webhook'} in the last 30 days.`}
        actions={
          <ForAdmins>
            <Button
              onClick={() => setRecovering(true)}
              disabled={isDisabled}
              {...(isDisabled && { disabledReason: 'Enable the webhook first.' })}
            >
              Recover {filterText(filter)}
            </Button>
          </ForAdmins>
        }
      >
        Deliveries
      </Header>
      {webhook !== undefined && <WebhookAlert webhook={webhook} />}
      <DeliveryList webhookId={webhookId} isDisabled={isDisabled} />
      {isRecovering && (
        <RecoverModal
          webhookId={webhookId}
          range={filters.range ?? LAST_DAY}
          filter={filter}
          onDismiss={() => setRecovering(false)}
        />
      )}
    </SpaceBetween>
  );
}
