/** A webhook is created: the form, and then its secret and what to do next. */
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTrail } from '../../app/breadcrumbs.tsx';
import { useCreateWebhook } from '../webhook-changes.ts';
import { Created } from './created.tsx';
import { emptyDraft, fieldsOf } from './draft.ts';
import { isPattern } from './event-patterns.ts';
import { WebhookForm } from './webhook-form.tsx';

export function Screen() {
  useTrail({ text: 'Webhooks', to: '/webhooks' }, { text: 'Create webhook', to: '/webhooks/create' });
  const [query] = useSearchParams();
  const [initial] = useState(() => emptyDraft(query.getAll('events').filter(isPattern)));
  const creating = useCreateWebhook(fieldsOf);
  if (creating.isSuccess) return <Created webhook={creating.data} />;
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          description="The service posts events to your receiver’s URL, signed, within moments of their happening."
        >
          Create webhook
        </Header>
      }
    >
      <WebhookForm
        initial={initial}
        saving={creating}
        submitText="Create webhook"
        failure="The webhook could not be created"
        doubt="It may have been created all the same: look at the list of webhooks before you try again."
        cancelTo="/webhooks"
      />
    </ContentLayout>
  );
}
