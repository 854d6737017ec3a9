/** The latest deliveries of a webhook, and the way to all of them. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliverySummary } from '../../../client/index.ts';
import { Problem } from '../../api/problem.tsx';
import { AppLink, hrefOf, useFollow } from '../../app/app-link.tsx';
import { DeliveryState } from '../../deliveries/delivery-state.tsx';
import { ClassName } from '../../shared/delivery-class.tsx';
import { Distance } from '../../shared/time.tsx';
import { useRecentDeliveries } from '../webhook-queries.ts';

export function RecentDeliveries({ webhookId }: { readonly webhookId: string }) {
  const follow = useFollow();
  const { data, error, isPending, refetch } = useRecentDeliveries(webhookId);
  const to = `/webhooks/${webhookId}/deliveries`;
  if (data === undefined && error !== null) {
    return <Problem error={error} what="The deliveries could not be loaded" onRetry={() => void refetch()} />;
  }
  return (
    <Table
      header={
        <Header
          variant="h2"
          actions={
            <Button href={hrefOf(to)} onFollow={follow}>
              View all deliveries
            </Button>
          }
        >
          Latest deliveries
        </Header>
      }
      items={data?.results ?? []}
      columnDefinitions={columnsOf(to)}
      trackBy="deliveryId"
      loading={isPending}
      loadingText="Loading deliveries"
      ariaLabels={{ tableLabel: 'Latest deliveries' }}
      empty={
        <Box variant="p">
          Nothing was delivered yet. The platform’s next event that this webhook asks for appears here; test events do
          not.
        </Box>
      }
      wrapLines
    />
  );
}

const columnsOf = (to: string): TableProps.ColumnDefinition<DeliverySummary>[] => [
  {
    id: 'event',
    header: 'Event',
    minWidth: 150,
    cell: ({ event, deliveryId }) => <AppLink to={`${to}/${deliveryId}`}>{event}</AppLink>,
    isRowHeader: true,
  },
  { id: 'state', header: 'State', minWidth: 150, cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    id: 'class',
    header: 'Last attempt',
    minWidth: 180,
    cell: ({ class: standing, statusCode }) => <ClassName standing={standing} statusCode={statusCode} />,
  },
  { id: 'accepted', header: 'Event accepted', minWidth: 140, cell: ({ createdAt }) => <Distance at={createdAt} /> },
];
