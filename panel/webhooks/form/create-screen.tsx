/** Creates a webhook: the form, and then its secret and the next steps. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AnswerTo } from '@social-platform-services/client';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChange } from '../../api/api-provider.tsx';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { Page, Section, WEBHOOKS } from '../../shared/page.tsx';
import { Breakable } from '../../shared/text-view.tsx';
import { destinationOf, shortUrl } from '../../shared/texts.ts';
import { isPattern } from '../event-patterns.ts';
import { SecretText } from '../secrets.tsx';
import { TestEvent } from '../test-event.tsx';
import { type Draft, emptyDraft, fieldsOf } from './draft.ts';
import { WebhookForm } from './webhook-form.tsx';

export function Screen() {
  const [query] = useSearchParams();
  const [initial] = useState(() => emptyDraft(query.getAll('events').filter(isPattern)));
  const keyOf = useIdempotencyKey();
  const creating = useChange((client, draft: Draft) => {
    const body = fieldsOf(draft);
    return client.createWebhook({ body }, { idempotencyKey: keyOf(body) });
  });
  if (creating.isSuccess) return <WebhookCreated webhook={creating.data} />;
  return (
    <Page
      title="Create webhook"
      above={[WEBHOOKS]}
      description="The service signs events and posts them to your receiver’s URL moments after they happen, or your receiver reads them."
    >
      <WebhookForm
        initial={initial}
        saving={creating}
        submitText="Create webhook"
        errorHeader="The webhook could not be created"
        unknownOutcomeHint="The webhook may have been created anyway. If you try again without a change, it is created only once."
        canPull
        cancelHref="#/webhooks"
      />
    </Page>
  );
}

/** The same for a webhook whose receiver reads events itself. */
const PulledCreated = ({ webhook }: { readonly webhook: AnswerTo<'createWebhook'> }) => (
  <Page
    title="Webhook created"
    above={[WEBHOOKS]}
    description="Its receiver can read all events that are accepted from now on."
    actions={
      <Button variant="primary" href={`#/webhooks/${webhook.webhookId}`}>
        View webhook
      </Button>
    }
  >
    <Section title="Add the secret to your receiver">
      <SpaceBetween size="s">
        <SecretText secret={webhook.secret} />
        <Box variant="p" color="text-body-secondary">
          It signs its requests with the secret:{' '}
          <Link href="/docs/guides/pull.html" external>
            how, with sample code
          </Link>
          . Store the secret like a password; admins can reveal it again on the webhook’s page.
        </Box>
      </SpaceBetween>
    </Section>
  </Page>
);

/** Shown after a webhook was created: its secret, and the next steps. */
function WebhookCreated({ webhook }: { readonly webhook: AnswerTo<'createWebhook'> }) {
  useEffect(() => {
    scrollTo(0, 0);
    // The button that had the focus is gone.
    document.getElementById('screen')?.focus({ preventScroll: true });
  }, []);
  const isOnBus = webhook.eventBus !== undefined;
  if (webhook.pull) return <PulledCreated webhook={webhook} />;
  return (
    <Page
      title="Webhook created"
      above={[WEBHOOKS]}
      description={
        webhook.enabled ? (
          <Breakable>
            Events are {isOnBus ? 'put on' : 'posted to'} {shortUrl(destinationOf(webhook))} from now on.
          </Breakable>
        ) : (
          'The webhook is disabled: only test events are sent until you enable it.'
        )
      }
      actions={
        <Button variant="primary" href={`#/webhooks/${webhook.webhookId}`}>
          View webhook
        </Button>
      }
    >
      {webhook.warnings?.map((warning) => (
        <Alert key={warning} type="warning">
          {warning}
        </Alert>
      ))}
      {!isOnBus && (
        <Section title="1. Add the secret to your receiver">
          <SpaceBetween size="s">
            <SecretText secret={webhook.secret} />
            <Box variant="p" color="text-body-secondary">
              The service signs each request with the secret. Your receiver must verify the signature before it acts on
              an event, so that nobody else can send events to it:{' '}
              <Link href="/docs/guides/webhooks.html#verify-the-signature" external>
                how, with sample code
              </Link>
              . Store the secret like a password; admins can reveal it again on the webhook’s page.
            </Box>
          </SpaceBetween>
        </Section>
      )}
      <Section title={isOnBus ? 'Send a test event' : '2. Send a test event'}>
        <TestEvent webhook={webhook} />
      </Section>
    </Page>
  );
}
