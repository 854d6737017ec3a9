/** The tabs of a webhook's page, each with an address of its own. */
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useLocation, useNavigate } from 'react-router';
import { useCanChange } from '../../session/session-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { Section } from '../../shared/page.tsx';
import type { Between } from '../../shared/time-range.ts';
import { shownStateOf } from '../attempt-counts.ts';
import { Checkup } from '../checkup.tsx';
import { LatestDeliveries } from '../latest-deliveries.tsx';
import { Secrets } from '../secrets.tsx';
import { Statistics } from '../statistics.tsx';
import { TestEvent } from '../test-event.tsx';
import { Configuration } from './configuration.tsx';
import { DisabledAlert } from './enabling.tsx';
import { ReceiverAlert } from './receiver-alert.tsx';
import { RecentDeliveries } from './recent-deliveries.tsx';
import { recoveryRange } from './undelivered.ts';

interface WebhookTabsProps {
  readonly webhook: Webhook;
  /** The delivery log, which is a screen of its own beside this one. */
  readonly log: React.ReactNode;
  readonly onEnable: () => void;
  /** Starts a recovery of a time. */
  readonly onRecover: (range: Between) => void;
}

export function WebhookTabs(props: WebhookTabsProps) {
  const { webhookId } = props.webhook;
  const base = `/webhooks/${webhookId}`;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const canChange = useCanChange();
  const settings = <Settings webhook={props.webhook} />;
  const sent = [
    { id: 'overview', label: 'Overview', path: '', content: <Overview {...props} /> },
    { id: 'deliveries', label: 'Deliveries', path: '/deliveries', content: props.log },
    ...(canChange
      ? [{ id: 'testing', label: 'Testing', path: '/testing', content: <Testing webhook={props.webhook} /> }]
      : []),
    { id: 'settings', label: 'Settings', path: '/settings', content: settings },
  ];
  // Nothing is sent to a webhook whose receiver reads events itself.
  const tabs = props.webhook.pull ? [{ id: 'overview', label: 'Overview', path: '', content: settings }] : sent;
  const active = tabs.find(({ path }) => pathname === `${base}${path}`) ?? tabs[0];
  return (
    <Tabs
      tabs={tabs.map(({ path, ...tab }) => ({ ...tab, href: `#${base}${path}` }))}
      activeTabId={active?.id ?? 'overview'}
      onChange={({ detail }) => void navigate(detail.activeTabHref?.slice(1) ?? base)}
      ariaLabel="Parts of the webhook"
    />
  );
}

/** What fails and why, if anything does; the attempts; and the latest deliveries. */
function Overview({ webhook, onEnable, onRecover }: WebhookTabsProps) {
  const shownState = shownStateOf(webhook);
  return (
    <SpaceBetween size="l">
      {shownState !== 'active' && shownState !== 'disabled' && (
        <ReceiverAlert
          webhook={webhook}
          shownState={shownState}
          onRecover={(failed) => onRecover(recoveryRange(webhook, Date.now(), failed))}
        />
      )}
      {shownState === 'disabled' && <DisabledAlert webhook={webhook} onEnable={onEnable} />}
      <Statistics webhook={webhook} />
      <LatestDeliveries webhookId={webhook.webhookId} />
      <RecentDeliveries webhookId={webhook.webhookId} />
    </SpaceBetween>
  );
}

interface TabProps {
  readonly webhook: Webhook;
}

const Testing = ({ webhook }: TabProps) => (
  <SpaceBetween size="l">
    <Section title="Send a test event">
      <TestEvent webhook={webhook} />
    </Section>
    <Section title="Check the receiver">
      <Checkup webhookId={webhook.webhookId} isOnBus={webhook.eventBus !== undefined} />
    </Section>
  </SpaceBetween>
);

function Settings({ webhook }: TabProps) {
  const canChange = useCanChange();
  return (
    <SpaceBetween size="l">
      <Configuration webhook={webhook} />
      {canChange && <Secrets webhook={webhook} />}
    </SpaceBetween>
  );
}
