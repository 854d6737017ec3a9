/** After a webhook was created: its secret, and what to do next. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import type { AnswerTo } from '../../../client/index.ts';
import { AppLink, hrefOf, useFollow } from '../../app/app-link.tsx';
import { Breakable } from '../../shared/breakable.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { SecretText } from '../secrets/secret-text.tsx';
import { TestEvent } from '../test-event/test-event.tsx';

export function Created({ webhook }: { readonly webhook: AnswerTo<'createWebhook'> }) {
  const follow = useFollow();
  const to = `/webhooks/${webhook.webhookId}`;
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          description={
            webhook.enabled ? (
              <Breakable>Events are posted to {shortUrl(webhook.url)} from now on.</Breakable>
            ) : (
              'It is disabled: nothing but test events is sent until you enable it.'
            )
          }
          actions={
            <Button variant="primary" href={hrefOf(to)} onFollow={follow}>
              Open the webhook
            </Button>
          }
        >
          Webhook created
        </Header>
      }
    >
      <SpaceBetween size="l">
        {webhook.warnings?.map((warning) => (
          <Alert key={warning} type="warning">
            {warning}
          </Alert>
        ))}
        <Container header={<Header variant="h2">1. Give your receiver the secret</Header>}>
          <SpaceBetween size="s">
            <SecretText secret={webhook.secret} />
            <Box variant="p" color="text-body-secondary">
              Each request is signed with it. Your receiver checks the signature before it acts on an event, so that
              nobody else can send it events. <AppLink to="/verification">Verify signatures</AppLink> has code to copy.
              Keep the secret as you keep a password; admins can reveal it again on the webhook’s page.
            </Box>
          </SpaceBetween>
        </Container>
        <Container header={<Header variant="h2">2. Send a test event</Header>}>
          <TestEvent webhook={webhook} />
        </Container>
      </SpaceBetween>
    </ContentLayout>
  );
}
