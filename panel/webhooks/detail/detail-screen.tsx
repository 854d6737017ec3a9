/** The page of a webhook, with everything that can be done with it. */
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../../client/index.ts';
import { ForAdmins } from '../../session/session-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { ErrorAlert, NotLoaded } from '../../shared/error-alert.tsx';
import { Page, Section, WEBHOOKS } from '../../shared/page.tsx';
import { useWebhook } from '../../shared/queries.ts';
import { RecoverModal } from '../../shared/recover-modal.tsx';
import { TypedText } from '../../shared/text-view.tsx';
import { destinationOf, shortUrl } from '../../shared/texts.ts';
import type { Between } from '../../shared/time-range.ts';
import { standingOf } from '../attempt-counts.ts';
import { Checkup } from '../checkup.tsx';
import { Secrets } from '../secrets.tsx';
import { Statistics } from '../statistics.tsx';
import { TestEvent } from '../test-event.tsx';
import { DeleteModal } from './delete-modal.tsx';
import { DisabledAlert, DisableModal, EnableModal } from './enabling.tsx';
import { Overview } from './overview.tsx';
import { ReceiverAlert } from './receiver-alert.tsx';
import { RecentDeliveries } from './recent-deliveries.tsx';
import { recoveryRange } from './undelivered.ts';

export function Screen() {
  const { webhookId = '' } = useParams();
  const query = useWebhook(webhookId);
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  if (data !== undefined && !isGone) return <WebhookPage key={webhookId} webhook={data} />;
  return (
    <Page title="Webhook" above={[WEBHOOKS]}>
      {isGone ? (
        <ErrorAlert error={error} header="This webhook does not exist" />
      ) : (
        <NotLoaded what="the webhook" query={query} />
      )}
      {error !== null && <Link href="#/webhooks">Go to webhooks</Link>}
    </Page>
  );
}

const actions = ['enable', 'disable', 'delete'] as const;
type Action = (typeof actions)[number];

/** The page of a webhook, with everything that can be done with it. */
function WebhookPage({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, description, enabled, pull } = webhook;
  const standing = standingOf(webhook);
  const [action, setAction] = useState<Action>();
  const [recovering, setRecovering] = useState<Between>();
  // Worked out before the webhook is enabled, which clears its record of failures.
  const [suggested, setSuggested] = useState<Between>();
  const dismiss = () => setAction(undefined);
  const open = (next: Action | undefined) => {
    setSuggested(recoveryRange(webhook, Date.now()));
    setAction(next);
  };
  return (
    <Page
      title={shortUrl(destinationOf(webhook))}
      above={[WEBHOOKS]}
      {...(description !== '' && { description: <TypedText text={description} /> })}
      actions={
        <ForAdmins>
          <SpaceBetween direction="horizontal" size="xs">
            <Button href={`#/webhooks/${webhookId}/edit`}>Edit</Button>
            <ButtonDropdown
              items={[
                enabled ? { id: 'disable', text: 'Disable' } : { id: 'enable', text: 'Enable' },
                { id: 'delete', text: 'Delete' },
              ]}
              onItemClick={({ detail }) => open(actions.find((one) => one === detail.id))}
            >
              More actions
            </ButtonDropdown>
          </SpaceBetween>
        </ForAdmins>
      }
    >
      {standing !== 'active' && standing !== 'disabled' && (
        <ReceiverAlert
          webhook={webhook}
          standing={standing}
          onRecover={(failed) => setRecovering(recoveryRange(webhook, Date.now(), failed))}
        />
      )}
      {standing === 'disabled' && <DisabledAlert webhook={webhook} onEnable={() => open('enable')} />}
      {!pull && <Statistics webhookId={webhookId} />}
      <Overview webhook={webhook} />
      {!pull && <Receiver webhook={webhook} />}
      <ForAdmins>
        <Secrets webhookId={webhookId} isOnBus={webhook.eventBus !== undefined} />
      </ForAdmins>
      {action === 'disable' && <DisableModal webhookId={webhookId} onDismiss={dismiss} />}
      {action === 'delete' && <DeleteModal webhook={webhook} onDismiss={dismiss} />}
      {action === 'enable' && (
        <EnableModal
          webhookId={webhookId}
          onDismiss={dismiss}
          onRecover={() => {
            dismiss();
            // Until now: events have come while the dialog was open.
            setRecovering(suggested && { ...suggested, endDate: new Date().toISOString() });
          }}
        />
      )}
      {recovering !== undefined && (
        <RecoverModal webhookId={webhookId} range={recovering} onDismiss={() => setRecovering(undefined)} />
      )}
    </Page>
  );
}

/** What concerns a receiver that events are sent to. */
const Receiver = ({ webhook }: { readonly webhook: Webhook }) => (
  <>
    <ForAdmins>
      <Section title="Send a test event">
        <TestEvent webhook={webhook} />
      </Section>
    </ForAdmins>
    <ForAdmins>
      <Section title="Check the receiver">
        <Checkup webhookId={webhook.webhookId} isOnBus={webhook.eventBus !== undefined} />
      </Section>
    </ForAdmins>
    <RecentDeliveries webhookId={webhook.webhookId} />
  </>
);
