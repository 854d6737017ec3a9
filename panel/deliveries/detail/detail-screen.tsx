/** One delivery: its state and why, what is sent, and every attempt. */

import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useBreadcrumbs } from '../../shared/breadcrumbs.tsx';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { ForAdmins } from '../../shared/for-admins.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useWebhook } from '../../shared/webhook-query.ts';
import { Attempts } from './attempts.tsx';
import { CurlModal } from './curl-modal.tsx';
import { useDelivery } from './delivery-queries.ts';
import { Payload } from './payload.tsx';
import { ReplayModal } from './replay-modal.tsx';
import { RequestHeaders } from './request-headers.tsx';
import { Summary } from './summary.tsx';

/** Milliseconds for which a replayed delivery is refreshed in any case, even while its state is still the old one. */
const FOLLOW_MILLISECONDS = 10_000;

export function Screen() {
  const { webhookId = '', deliveryId = '' } = useParams();
  const [followUntil, setFollowUntil] = useState(0);
  const [isReplaying, setReplaying] = useState(false);
  const [showsCurl, setShowsCurl] = useState(false);
  const { data: webhook } = useWebhook(webhookId);
  const { data: delivery, error, refetch } = useDelivery(webhookId, deliveryId, followUntil);
  const self = `/webhooks/${webhookId}`;
  useBreadcrumbs(
    { text: 'Webhooks', to: '/webhooks' },
    { text: webhook === undefined ? 'Webhook' : shortUrl(webhook.url), to: self },
    { text: 'Deliveries', to: `${self}/deliveries` },
    { text: delivery?.event ?? 'Delivery', to: `${self}/deliveries/${deliveryId}` },
  );
  if (delivery === undefined) {
    if (error === null) return <StatusIndicator type="loading">Loading the delivery</StatusIndicator>;
    return <ErrorAlert error={error} header="The delivery could not be loaded" onRetry={() => void refetch()} />;
  }
  const disabledReason = replayDisabledReason(webhook?.state === 'disabled', delivery.payload === undefined);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={
          <ForAdmins>
            <SpaceBetween direction="horizontal" size="xs">
              <Button
                onClick={() => setShowsCurl(true)}
                disabled={delivery.payload === undefined || webhook === undefined}
              >
                Copy as curl
              </Button>
              <Button
                variant={delivery.state === 'failed' ? 'primary' : 'normal'}
                onClick={() => setReplaying(true)}
                disabled={disabledReason !== undefined || webhook === undefined}
                {...(disabledReason !== undefined && { disabledReason })}
              >
                Replay
              </Button>
            </SpaceBetween>
          </ForAdmins>
        }
      >
        {delivery.event}
      </Header>
      <Summary delivery={delivery} />
      <Attempts delivery={delivery} />
      <Payload payload={delivery.payload} />
      <RequestHeaders delivery={delivery} webhook={webhook} />
      {showsCurl && webhook !== undefined && delivery.payload !== undefined && (
        <CurlModal
          deliveryId={deliveryId}
          payload={delivery.payload}
          webhook={webhook}
          onDismiss={() => setShowsCurl(false)}
        />
      )}
      {isReplaying && webhook !== undefined && (
        <ReplayModal
          delivery={delivery}
          webhook={webhook}
          onDismiss={() => setReplaying(false)}
          onReplayed={() => setFollowUntil(Date.now() + FOLLOW_MILLISECONDS)}
        />
      )}
    </SpaceBetween>
  );
}

function replayDisabledReason(isDisabled: boolean, isExpired: boolean): string | undefined {
  if (isExpired) return 'The event has expired, or was erased with the data of a user.';
  return isDisabled ? 'Enable the webhook first.' : undefined;
}
