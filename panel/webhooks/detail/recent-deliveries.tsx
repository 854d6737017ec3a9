/** The latest deliveries of a webhook, with a link to all of them. */

import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { useRead } from '../../api/api-provider.tsx';
import { deliveryColumns } from '../../shared/delivery.tsx';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { useFittingColumns } from '../../shared/fitting-columns.tsx';
import { deliveriesKey } from '../../shared/queries.ts';

const RECENT = 5;
const REFRESH_MILLISECONDS = 10_000;

const columns = [deliveryColumns.state, deliveryColumns.event, deliveryColumns.accepted, deliveryColumns.attempts];

export function RecentDeliveries({ webhookId }: { readonly webhookId: string }) {
  const query = useRead(
    [...deliveriesKey(webhookId), 'recent'],
    (client, options) => client.listDeliveries({ parameters: { webhookId }, query: { limit: RECENT } }, options),
    { refetchInterval: REFRESH_MILLISECONDS },
  );
  const { data, error, isPending } = query;
  const fitting = useFittingColumns(columns);
  if (data === undefined && error !== null) return <NotLoaded what="the deliveries" query={query} />;
  return (
    <Table
      header={
        <Header variant="h2" actions={<Button href={`#/webhooks/${webhookId}/deliveries`}>View all deliveries</Button>}>
          Latest deliveries
        </Header>
      }
      items={data?.results.map((delivery) => ({ webhookId, ...delivery })) ?? []}
      columnDefinitions={fitting}
      trackBy="deliveryId"
      loading={isPending}
      loadingText="Loading deliveries"
      ariaLabels={{ tableLabel: 'Latest deliveries' }}
      empty={<Box variant="p">No deliveries yet. The next event for this webhook appears here.</Box>}
      wrapLines
    />
  );
}
