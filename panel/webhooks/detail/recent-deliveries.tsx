/** The latest deliveries of a webhook, with a link to all of them. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useRead } from '../../api/api-provider.tsx';
import { DataTable } from '../../shared/data-table.tsx';
import { ownDeliveryColumns } from '../../shared/delivery.tsx';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { deliveriesKey } from '../../shared/queries.ts';

const RECENT = 5;
const REFRESH_MS = 10_000;

export function RecentDeliveries({ webhookId }: { readonly webhookId: string }) {
  const query = useRead(
    [...deliveriesKey(webhookId), 'recent'],
    (client, options) => client.listDeliveries({ parameters: { webhookId }, query: { limit: RECENT } }, options),
    { refetchInterval: REFRESH_MS },
  );
  if (query.data === undefined) return <NotLoaded what="the deliveries" query={query} />;
  return (
    <DataTable
      title="Latest deliveries"
      row="Delivery"
      actions={<Button href={`#/webhooks/${webhookId}/deliveries`}>View all deliveries</Button>}
      items={query.data.results.map((delivery) => ({ webhookId, ...delivery }))}
      columns={ownDeliveryColumns}
      trackBy="deliveryId"
      empty={<Box variant="p">No deliveries yet. The next event for this webhook appears here.</Box>}
    />
  );
}
