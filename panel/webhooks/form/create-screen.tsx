/** Creates a webhook: the form, and then its secret and the next steps. */
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useBreadcrumbs } from '../../shared/breadcrumbs.tsx';
import { isPattern } from '../event-patterns.ts';
import { useCreateWebhook } from '../webhook-mutations.ts';
import { emptyDraft, fieldsOf } from './draft.ts';
import { WebhookCreated } from './webhook-created.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function Screen() {
  useBreadcrumbs({ text: 'Webhooks', to: '/webhooks' }, { text: 'Create webhook', to: '/webhooks/create' });
  const [query] = useSearchParams();
  const [initial] = useState(() => emptyDraft(query.getAll('events').filter(isPattern)));
  const creating = useCreateWebhook(fieldsOf);
  if (creating.isSuccess) return <WebhookCreated webhook={creating.data} />;
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          description="The service signs events and posts them to your receiver’s URL moments after they happen."
        >
          Create webhook
        </Header>
      }
    >
      <WebhookForm
        initial={initial}
        saving={creating}
        submitText="Create webhook"
        errorHeader="The webhook could not be created"
        connectionErrorHint="It may have been created anyway: check the list of webhooks before you try again."
        cancelTo="/webhooks"
      />
    </ContentLayout>
  );
}
