/** The page of a webhook that is there. */
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Container from '@cloudscape-design/components/container';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { hrefOf, useFollow } from '../../app/app-link.tsx';
import { RecoverModal } from '../../deliveries/recover/recover-modal.tsx';
import { Breakable } from '../../shared/breakable.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { Secrets } from '../secrets/secrets.tsx';
import { TestEvent } from '../test-event/test-event.tsx';
import type { Webhook } from '../webhook-queries.ts';
import { DeleteModal } from './delete-modal.tsx';
import { DisableModal } from './disable-modal.tsx';
import { Disabled } from './disabled.tsx';
import { EnableModal } from './enable-modal.tsx';
import { Failing } from './failing.tsx';
import { Overview } from './overview.tsx';
import { RecentDeliveries } from './recent-deliveries.tsx';
import { type RecoveryRange, recoveryRange } from './recovery-range.ts';
import { Statistics } from './statistics.tsx';

const actions = ['enable', 'disable', 'delete'] as const;
type Action = (typeof actions)[number];

export function WebhookPage({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, url, description, state, enabled, failingSince } = webhook;
  const follow = useFollow();
  const [action, setAction] = useState<Action>();
  const [recovering, setRecovering] = useState<RecoveryRange>();
  // The range as it is before enabling, which clears the record of failures.
  const [suggested, setSuggested] = useState<RecoveryRange>();
  const dismiss = () => setAction(undefined);
  const begin = (next: Action | undefined) => {
    setSuggested(recoveryRange(webhook, Date.now()));
    setAction(next);
  };
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          {...(description !== '' && { description: <Breakable>{description}</Breakable> })}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <Button href={hrefOf(`/webhooks/${webhookId}/edit`)} onFollow={follow}>
                Edit
              </Button>
              <ButtonDropdown
                items={[
                  enabled ? { id: 'disable', text: 'Disable' } : { id: 'enable', text: 'Enable' },
                  { id: 'delete', text: 'Delete' },
                ]}
                onItemClick={({ detail }) => begin(actions.find((one) => one === detail.id))}
              >
                More actions
              </ButtonDropdown>
            </SpaceBetween>
          }
        >
          <Breakable>{shortUrl(url)}</Breakable>
        </Header>
      }
    >
      <SpaceBetween size="l">
        {state === 'failing' && failingSince !== undefined && (
          <Failing
            webhookId={webhookId}
            since={failingSince}
            onRecover={() => setRecovering(recoveryRange(webhook, Date.now()))}
          />
        )}
        {state === 'disabled' && <Disabled webhook={webhook} onEnable={() => begin('enable')} />}
        <Overview webhook={webhook} />
        <Container header={<Header variant="h2">Send a test event</Header>}>
          <TestEvent webhook={webhook} />
        </Container>
        <RecentDeliveries webhookId={webhookId} />
        <Statistics webhookId={webhookId} />
        <Secrets webhookId={webhookId} />
      </SpaceBetween>
      {action === 'disable' && <DisableModal webhookId={webhookId} onDismiss={dismiss} />}
      {action === 'delete' && <DeleteModal webhookId={webhookId} url={url} onDismiss={dismiss} />}
      {action === 'enable' && (
        <EnableModal
          webhookId={webhookId}
          onDismiss={dismiss}
          onRecover={() => {
            dismiss();
            setRecovering(suggested);
          }}
        />
      )}
      {recovering !== undefined && (
        <RecoverModal webhookId={webhookId} range={recovering} onDismiss={() => setRecovering(undefined)} />
      )}
    </ContentLayout>
  );
}
