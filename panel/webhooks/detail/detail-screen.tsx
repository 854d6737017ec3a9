/** One webhook: how it does, what it is, and everything that can be done with it. */
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useParams } from 'react-router';
import { ApiError } from '../../../client/index.ts';
import { Problem } from '../../api/problem.tsx';
import { AppLink } from '../../app/app-link.tsx';
import { useTrail } from '../../app/breadcrumbs.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useWebhook } from '../webhook-queries.ts';
import { WebhookPage } from './webhook-page.tsx';

export function Screen() {
  const { webhookId = '' } = useParams();
  const { data, error, refetch } = useWebhook(webhookId);
  const name = data === undefined ? 'Webhook' : shortUrl(data.url);
  useTrail({ text: 'Webhooks', to: '/webhooks' }, { text: name, to: `/webhooks/${webhookId}` });
  const isGone = error instanceof ApiError && error.status === 404;
  if (data !== undefined && !isGone) return <WebhookPage key={webhookId} webhook={data} />;
  return (
    <ContentLayout header={<Header variant="h1">{name}</Header>}>
      {error === null ? (
        <Spinner size="large" />
      ) : (
        <SpaceBetween size="m">
          <Problem
            error={error}
            what={isGone ? 'This webhook is not there, or not any more' : 'The webhook could not be loaded'}
            {...(!isGone && { onRetry: () => void refetch() })}
          />
          <AppLink to="/webhooks">Go to the webhooks</AppLink>
        </SpaceBetween>
      )}
    </ContentLayout>
  );
}
