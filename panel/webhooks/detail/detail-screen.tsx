/** The screen of one webhook: loads it, then shows its page. */
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useParams } from 'react-router';
import { ApiError } from '../../../client/index.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { useBreadcrumbs } from '../../shared/breadcrumbs.tsx';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useWebhook } from '../../shared/webhook-query.ts';
import { WebhookPage } from './webhook-page.tsx';

export function Screen() {
  const { webhookId = '' } = useParams();
  const { data, error, refetch } = useWebhook(webhookId);
  const name = data === undefined ? 'Webhook' : shortUrl(data.url);
  useBreadcrumbs({ text: 'Webhooks', to: '/webhooks' }, { text: name, to: `/webhooks/${webhookId}` });
  const isGone = error instanceof ApiError && error.status === 404;
  if (data !== undefined && !isGone) return <WebhookPage key={webhookId} webhook={data} />;
  return (
    <ContentLayout header={<Header variant="h1">{name}</Header>}>
      {error === null ? (
        <Spinner size="large" />
      ) : (
        <SpaceBetween size="m">
          <ErrorAlert
            error={error}
            header={isGone ? 'This webhook does not exist' : 'The webhook could not be loaded'}
            {...(!isGone && { onRetry: () => void refetch() })}
          />
          <AppLink to="/webhooks">Go to webhooks</AppLink>
        </SpaceBetween>
      )}
    </ContentLayout>
  );
}
