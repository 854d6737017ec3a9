/** A webhook's fields are changed. */
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import Spinner from '@cloudscape-design/components/spinner';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Problem } from '../../api/problem.tsx';
import { useTrail } from '../../app/breadcrumbs.tsx';
import { useNotices } from '../../app/notices.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useUpdateWebhook } from '../webhook-changes.ts';
import { useWebhook, type Webhook } from '../webhook-queries.ts';
import { changesOf, type Draft, draftOf } from './draft.ts';
import { WebhookForm } from './webhook-form.tsx';

export function Screen() {
  const { webhookId = '' } = useParams();
  const { data, error, refetch } = useWebhook(webhookId);
  const to = `/webhooks/${webhookId}`;
  useTrail(
    { text: 'Webhooks', to: '/webhooks' },
    { text: data === undefined ? webhookId : shortUrl(data.url), to },
    { text: 'Edit', to: `${to}/edit` },
  );
  return (
    <ContentLayout header={<Header variant="h1">Edit webhook</Header>}>
      {data !== undefined && <EditForm webhook={data} to={to} />}
      {data === undefined && error !== null && (
        <Problem error={error} what="The webhook could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Spinner size="large" />}
    </ContentLayout>
  );
}

function EditForm({ webhook, to }: { readonly webhook: Webhook; readonly to: string }) {
  // The webhook is looked at again while the form is open; what is typed starts from how it was.
  const [initial] = useState(() => draftOf(webhook));
  const saving = useUpdateWebhook(webhook.webhookId, (draft: Draft) => changesOf(draft, initial));
  const notices = useNotices();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved.
  useEffect(() => {
    if (!saving.isSuccess) return;
    notices.add({ type: 'success', content: 'The webhook is saved. The change takes effect within 5 seconds.' });
    void navigate(to);
  }, [saving.isSuccess]);
  return (
    <WebhookForm
      initial={initial}
      saving={saving}
      submitText="Save"
      failure="The webhook could not be saved"
      cancelTo={to}
    />
  );
}
