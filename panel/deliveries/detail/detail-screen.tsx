/** One delivery: where it stands and why, what is sent, and every attempt. */
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Problem } from '../../api/problem.tsx';
import { useTrail } from '../../app/breadcrumbs.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useWebhook } from '../../webhooks/webhook-queries.ts';
import { useDelivery } from '../delivery-queries.ts';
import { Attempts } from './attempts.tsx';
import { Payload } from './payload.tsx';
import { ReplayModal } from './replay-modal.tsx';
import { RequestHeaders } from './request-headers.tsx';
import { Summary } from './summary.tsx';

/** Milliseconds for which a replayed delivery is followed, whatever its state says at first. */
const FOLLOW_FOR = 10_000;

export function Screen() {
  const { webhookId = '', deliveryId = '' } = useParams();
  const [followUntil, setFollowUntil] = useState(0);
  const [isReplaying, setReplaying] = useState(false);
  const { data: webhook } = useWebhook(webhookId);
  const { data: delivery, error, refetch } = useDelivery(webhookId, deliveryId, followUntil);
  const self = `/webhooks/${webhookId}`;
  useTrail(
    { text: 'Webhooks', to: '/webhooks' },
    { text: webhook === undefined ? 'Webhook' : shortUrl(webhook.url), to: self },
    { text: 'Deliveries', to: `${self}/deliveries` },
    { text: delivery?.event ?? 'Delivery', to: `${self}/deliveries/${deliveryId}` },
  );
  if (delivery === undefined) {
    if (error === null) return <StatusIndicator type="loading">Loading the delivery</StatusIndicator>;
    return <Problem error={error} what="The delivery could not be loaded" onRetry={() => void refetch()} />;
  }
  const reason = whyNoReplay(webhook?.state === 'disabled', delivery.payload === undefined);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={
          <Button
            variant={delivery.state === 'failed' ? 'primary' : 'normal'}
            onClick={() => setReplaying(true)}
            disabled={reason !== undefined || webhook === undefined}
            {...(reason !== undefined && { disabledReason: reason })}
          >
            Replay
          </Button>
        }
      >
        {delivery.event}
      </Header>
      <Summary delivery={delivery} />
      <Attempts delivery={delivery} />
      <Payload payload={delivery.payload} />
      <RequestHeaders delivery={delivery} webhook={webhook} />
      {isReplaying && webhook !== undefined && (
        <ReplayModal
          delivery={delivery}
          webhook={webhook}
          onDismiss={() => setReplaying(false)}
          onReplayed={() => setFollowUntil(Date.now() + FOLLOW_FOR)}
        />
      )}
    </SpaceBetween>
  );
}

function whyNoReplay(isDisabled: boolean, isExpired: boolean): string | undefined {
  if (isExpired) return 'The event was kept for 30 days and is gone.';
  return isDisabled ? 'Enable the webhook first.' : undefined;
}
