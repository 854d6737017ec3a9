/** The audit trail: who changed what in the network, or one of its webhooks. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSearchParams } from 'react-router';
import { LinkButton } from '../shared/app-link.tsx';
import { useBreadcrumbs } from '../shared/breadcrumbs.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { AuditTable } from './audit-table.tsx';
import { useAudit } from './use-audit.ts';

export function Screen() {
  useBreadcrumbs({ text: 'Audit trail', to: '/audit' });
  const [params] = useSearchParams();
  const webhookId = params.get('webhookId') ?? undefined;
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useAudit(webhookId);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description="Who changed what in this network in the last 400 days. Secrets and values of custom headers are never recorded."
        actions={
          webhookId !== undefined && (
            <SpaceBetween direction="horizontal" size="xs">
              <LinkButton to={`/webhooks/${webhookId}`}>View webhook</LinkButton>
              <LinkButton to="/audit">Show all entries</LinkButton>
            </SpaceBetween>
          )
        }
      >
        Audit trail
      </Header>
      {error !== null && (
        <ErrorAlert error={error} header="The audit trail could not be loaded" onRetry={() => void refetch()} />
      )}
      {(data !== undefined || error === null) && (
        <AuditTable
          entries={data?.pages.flatMap(({ results }) => results) ?? []}
          isLoading={isPending}
          header={<Header variant="h2">{webhookId === undefined ? 'All entries' : `Webhook ${webhookId}`}</Header>}
          empty="No entries yet. A change is listed here within a few seconds."
          footer={
            hasNextPage && (
              <Box textAlign="center">
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  Show older entries
                </Button>
              </Box>
            )
          }
        />
      )}
    </SpaceBetween>
  );
}
