/** The page of a webhook: its name, what can be done with it, and its tabs. */
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ApiError } from '@social-platform-services/client';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { ForAdmins } from '../../session/session-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { ErrorAlert, NotLoaded } from '../../shared/error-alert.tsx';
import { Page, WEBHOOKS } from '../../shared/page.tsx';
import { useWebhook } from '../../shared/queries.ts';
import { StartRecoveryModal } from '../../shared/start-recovery-modal.tsx';
import { TypedText } from '../../shared/text-view.tsx';
import { destinationOf, shortUrl } from '../../shared/texts.ts';
import type { Between } from '../../shared/time-range.ts';
import { DeleteModal } from './delete-modal.tsx';
import { DisableModal, EnableModal } from './enabling.tsx';
import { WebhookTabs } from './tabs.tsx';
import { recoveryRange } from './undelivered.ts';

/** The delivery log of a webhook, which is a screen of its own beside this one, and what is done with all of it. */
interface Log {
  readonly content: React.ReactNode;
  readonly action: React.ReactNode;
}

interface ScreenProps {
  readonly logOf: (webhook: Webhook) => Log;
}

export function Screen({ logOf }: ScreenProps) {
  const { webhookId = '' } = useParams();
  const query = useWebhook(webhookId);
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  if (data !== undefined && !isGone) return <WebhookPage key={webhookId} webhook={data} log={logOf(data)} />;
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
function WebhookPage({ webhook, log }: { readonly webhook: Webhook; readonly log: Log }) {
  const isLogShown = useLocation().pathname.endsWith('/deliveries');
  const { webhookId, description, enabled } = webhook;
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
          {isLogShown ? (
            log.action
          ) : (
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
          )}
        </ForAdmins>
      }
    >
      <WebhookTabs webhook={webhook} log={log.content} onEnable={() => open('enable')} onRecover={setRecovering} />
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
        <StartRecoveryModal webhookIds={[webhookId]} range={recovering} onDismiss={() => setRecovering(undefined)} />
      )}
    </Page>
  );
}
