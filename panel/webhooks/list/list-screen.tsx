/** All webhooks of the network: those that need a look stand on top. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Problem } from '../../api/problem.tsx';
import { hrefOf, useFollow } from '../../app/app-link.tsx';
import { useTrail } from '../../app/breadcrumbs.tsx';
import { useSignedIn } from '../../session/session-provider.tsx';
import { useOverview, useWebhooks } from '../webhook-queries.ts';
import { NoWebhooks } from './no-webhooks.tsx';
import { WebhookTable } from './webhook-table.tsx';

export function Screen() {
  const { networkId } = useSignedIn();
  useTrail({ text: 'Webhooks', to: '/webhooks' });
  const follow = useFollow();
  const { data, error, isPending, refetch } = useWebhooks();
  const overview = useOverview();
  const isEmpty = data?.results.length === 0;
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          description={`Every event of the network ${networkId} is posted, signed, to each webhook that asks for it.`}
          actions={
            !isEmpty && (
              <Button variant="primary" href={hrefOf('/webhooks/create')} onFollow={follow}>
                Create webhook
              </Button>
            )
          }
        >
          Webhooks
        </Header>
      }
    >
      <SpaceBetween size="l">
        {data?.warnings?.map((warning) => (
          <Alert key={warning} type="warning">
            {warning}
          </Alert>
        ))}
        {isEmpty && <NoWebhooks />}
        {!isEmpty && (data !== undefined || error === null) && (
          <WebhookTable
            webhooks={data?.results ?? []}
            counts={overview.data?.results}
            hasNoCounts={overview.isError && overview.data === undefined}
            isLoading={isPending}
          />
        )}
        {data === undefined && error !== null && (
          <Problem error={error} what="The webhooks could not be loaded" onRetry={() => void refetch()} />
        )}
      </SpaceBetween>
    </ContentLayout>
  );
}
