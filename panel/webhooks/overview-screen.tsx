/** The network at a glance: which webhooks fail, since when and why; what became of its deliveries; and the latest ones. */
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { Webhook } from '../shared/api-types.ts';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page } from '../shared/page.tsx';
import { useWebhooks } from '../shared/queries.ts';
import { StartRecoveryModal } from '../shared/start-recovery-modal.tsx';
import { counted } from '../shared/texts.ts';
import type { Between } from '../shared/time-range.ts';
import { shownStateOf } from './attempt-counts.ts';
import { DisabledAlert } from './detail/enabling.tsx';
import { ReceiverAlert } from './detail/receiver-alert.tsx';
import { recoveryRange } from './detail/undelivered.ts';
import { LatestDeliveries } from './latest-deliveries.tsx';
import { needsAttention, urgencyOf } from './list/rows.ts';
import { Statistics } from './statistics.tsx';

export const Screen = () => (
  <Page
    title="Overview"
    description="Deliveries to all webhooks of the network."
    actions={<Button href="#/deliveries?state=failed">View failed deliveries</Button>}
  >
    <Attention />
    <Statistics />
    <LatestDeliveries />
  </Page>
);

/** Webhooks that are shown with what fails; there may be fifty. */
const MOST_SHOWN = 3;

/** The webhooks that need attention, the most urgent first, each with what fails, since when, why, and what to do. */
function Attention() {
  const query = useWebhooks();
  const [recovering, setRecovering] = useState<{ readonly webhookId: string; readonly range: Between }>();
  if (query.data === undefined) return <NotLoaded what="the webhooks" query={query} />;
  const { results } = query.data;
  const urgent = results.filter(needsAttention).toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
  return (
    <SpaceBetween size="m">
      {urgent.length === 0 && results.length > 0 && (
        <StatusIndicator type="success">
          {results.length === 1 ? 'The webhook works' : 'All webhooks work'}, except those that an admin has disabled
        </StatusIndicator>
      )}
      {urgent.slice(0, MOST_SHOWN).map((webhook) => (
        <WebhookAlert
          key={webhook.webhookId}
          webhook={webhook}
          onRecover={(range) => setRecovering({ webhookId: webhook.webhookId, range })}
        />
      ))}
      {urgent.length > MOST_SHOWN && (
        <Link href="#/webhooks">
          {counted(urgent.length - MOST_SHOWN, 'more webhook needs', 'more webhooks need')} attention
        </Link>
      )}
      {recovering && (
        <StartRecoveryModal
          webhookIds={[recovering.webhookId]}
          range={recovering.range}
          onDismiss={() => setRecovering(undefined)}
        />
      )}
    </SpaceBetween>
  );
}

interface WebhookAlertProps {
  readonly webhook: Webhook;
  readonly onRecover: (range: Between) => void;
}

function WebhookAlert({ webhook, onRecover }: WebhookAlertProps) {
  const shownState = shownStateOf(webhook);
  if (shownState === 'active') return null;
  if (shownState === 'disabled') return <DisabledAlert webhook={webhook} isNamed />;
  return (
    <ReceiverAlert
      webhook={webhook}
      shownState={shownState}
      isNamed
      onRecover={(failed) => onRecover(recoveryRange(webhook, Date.now(), failed))}
    />
  );
}
