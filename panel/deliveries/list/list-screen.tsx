/** What was sent to a webhook, and what came of it: the log of its deliveries. */
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Problem } from '../../api/problem.tsx';
import { useTrail } from '../../app/breadcrumbs.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useWebhook } from '../../webhooks/webhook-queries.ts';
import { RecoverModal } from '../recover/recover-modal.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { useListAddress } from './list-address.ts';
import { ReceiverNote } from './receiver-note.tsx';

/** What a recovery begins with where the list is not narrowed to a range. */
const A_DAY = { kind: 'last', amount: 24, unit: 'hour' } as const;

export function Screen() {
  const { webhookId = '' } = useParams();
  const { data: webhook, error, refetch } = useWebhook(webhookId);
  const { filters } = useListAddress();
  const [isRecovering, setRecovering] = useState(false);
  const self = `/webhooks/${webhookId}`;
  const receiver = webhook && shortUrl(webhook.url);
  useTrail(
    { text: 'Webhooks', to: '/webhooks' },
    { text: receiver ?? 'Webhook', to: self },
    { text: 'Deliveries', to: `${self}/deliveries` },
  );
  if (error !== null && webhook === undefined) {
    return <Problem error={error} what="The deliveries could not be loaded" onRetry={() => void refetch()} />;
  }
  const isDisabled = webhook?.state === 'disabled';
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description={`What was sent to ${receiver ?? 'the webhook'} in the last 30 days.`}
        actions={
          <Button
            onClick={() => setRecovering(true)}
            disabled={isDisabled}
            {...(isDisabled && { disabledReason: 'Enable the webhook first.' })}
          >
            Recover a time range
          </Button>
        }
      >
        Deliveries
      </Header>
      {webhook !== undefined && <ReceiverNote webhook={webhook} />}
      <DeliveryList webhookId={webhookId} isDisabled={isDisabled} />
      {isRecovering && (
        <RecoverModal webhookId={webhookId} range={filters.range ?? A_DAY} onDismiss={() => setRecovering(false)} />
      )}
    </SpaceBetween>
  );
}
