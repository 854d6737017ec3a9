/** Edits a webhook. */
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useChange } from '../../api/api-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { Page, placesOf } from '../../shared/page.tsx';
import { useRetryNow, useWebhook } from '../../shared/queries.ts';
import { destinationOf } from '../../shared/texts.ts';
import { changesOf, type Draft, draftOf } from './draft.ts';
import { WebhookForm } from './webhook-form.tsx';

/** Changes take effect within 5 seconds. */
const EFFECT_MS = 5_500;

export function Screen() {
  const { webhookId = '' } = useParams();
  const query = useWebhook(webhookId);
  const { data } = query;
  const to = `/webhooks/${webhookId}`;
  return (
    <Page title="Edit webhook" above={placesOf(webhookId, data)}>
      {data === undefined ? (
        <NotLoaded what="the webhook" query={query} />
      ) : (
        <EditForm key={webhookId} webhook={data} to={to} />
      )}
    </Page>
  );
}

function EditForm({ webhook, to }: { readonly webhook: Webhook; readonly to: string }) {
  // The webhook is refreshed while the form is open; edits are relative to how it was at first.
  const [initial] = useState(() => draftOf(webhook));
  const parameters = { webhookId: webhook.webhookId };
  const saving = useChange((client, draft: Draft) => {
    const body = changesOf(draft, initial);
    const isChanged = Object.keys(body).length > 0;
    return isChanged ? client.updateWebhook({ parameters, body }) : client.showWebhook({ parameters });
  });
  const retrying = useRetryNow(webhook.webhookId);
  const notify = useNotify();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the webhook is saved.
  useEffect(() => {
    if (!saving.isSuccess) return;
    const isElsewhere = !initial.pull && destinationOf(saving.data) !== initial.url && saving.data.enabled;
    if (isElsewhere) setTimeout(retrying.mutate, EFFECT_MS);
    const destination = saving.data.eventBus === undefined ? 'URL' : 'event bus';
    const then = isElsewhere ? ` Waiting deliveries are then sent to the new ${destination}.` : '';
    notify(`Your changes are saved. They take effect within 5 seconds.${then}`, to);
    void navigate(to);
  }, [saving.isSuccess]);
  return (
    <WebhookForm
      initial={initial}
      saving={saving}
      submitText="Save changes"
      errorHeader="The webhook could not be saved"
      cancelHref={`#${to}`}
    />
  );
}
