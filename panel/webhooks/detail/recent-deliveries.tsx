/** The latest deliveries of a webhook, with a link to all of them. */
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliverySummary } from '../../../client/index.ts';
import { useRead } from '../../api/api-provider.tsx';
import { LinkButton } from '../../shared/app-link.tsx';
import { ClassLabel, DeliveryLink, DeliveryState } from '../../shared/delivery.tsx';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { deliveriesKey } from '../../shared/queries.ts';
import { RelativeTime } from '../../shared/time.tsx';
import { useVisibleColumns } from '../../shared/visible-columns.ts';

const RECENT = 5;
const REFRESH_MILLISECONDS = 10_000;

export function RecentDeliveries({ webhookId }: { readonly webhookId: string }) {
  const query = useRead(
    [...deliveriesKey(webhookId), 'recent'],
    (client, options) => client.listDeliveries({ parameters: { webhookId }, query: { limit: RECENT } }, options),
    { refetchInterval: REFRESH_MILLISECONDS },
  );
  const { data, error, isPending } = query;
  const visible = useVisibleColumns(['state', 'event']);
  if (data === undefined && error !== null) return <NotLoaded what="the deliveries" query={query} />;
  return (
    <Table
      header={
        <Header
          variant="h2"
          actions={<LinkButton to={`/webhooks/${webhookId}/deliveries`}>View all deliveries</LinkButton>}
        >
          Latest deliveries
        </Header>
      }
      items={data?.results ?? []}
      columnDefinitions={columnsOf(webhookId)}
      {...visible}
      trackBy="deliveryId"
      loading={isPending}
      loadingText="Loading deliveries"
      ariaLabels={{ tableLabel: 'Latest deliveries' }}
      empty={<Box variant="p">No deliveries yet. The next event for this webhook appears here.</Box>}
      wrapLines
    />
  );
}

const columnsOf = (webhookId: string): TableProps.ColumnDefinition<DeliverySummary>[] => [
  { id: 'state', header: 'State', minWidth: 130, cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    id: 'event',
    header: 'Event',
    minWidth: 150,
    cell: (delivery) => <DeliveryLink webhookId={webhookId} delivery={delivery} />,
    isRowHeader: true,
  },
  {
    id: 'class',
    header: 'Last attempt',
    minWidth: 180,
    cell: ({ class: deliveryClass, statusCode, attemptCount }) =>
      attemptCount === 0 ? 'None yet' : <ClassLabel deliveryClass={deliveryClass} statusCode={statusCode} />,
  },
  { id: 'accepted', header: 'Event accepted', minWidth: 140, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];
