/** The rows of a page of deliveries. */
import Box from '@cloudscape-design/components/box';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliverySummary } from '../../../client/index.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { classTitle } from '../../shared/delivery/class-texts.ts';
import { DeliveryState } from '../../shared/delivery/delivery-state.tsx';
import { numberText } from '../../shared/number-text.ts';
import { RelativeTime, Time } from '../../shared/time.tsx';

interface DeliveryTableProps extends Pick<TableProps, 'header' | 'filter' | 'pagination' | 'empty'> {
  readonly webhookId: string;
  readonly rows: readonly DeliverySummary[];
  readonly isLoading: boolean;
  readonly selected: readonly DeliverySummary[];
  readonly onSelect: (selected: readonly DeliverySummary[]) => void;
}

const columnsOf = (webhookId: string): TableProps.ColumnDefinition<DeliverySummary>[] => [
  {
    id: 'event',
    header: 'Event',
    cell: ({ deliveryId, event }) => <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>{event}</AppLink>,
    isRowHeader: true,
    minWidth: 160,
  },
  { id: 'state', header: 'State', cell: (delivery) => <DeliveryState delivery={delivery} />, minWidth: 150 },
  {
    id: 'result',
    header: 'Last result',
    cell: ({ class: deliveryClass, statusCode }) =>
      deliveryClass === 'delivered' && statusCode !== undefined ? statusCode : classTitle(deliveryClass, statusCode),
    minWidth: 110,
  },
  { id: 'attempts', header: 'Attempts', cell: ({ attemptCount }) => numberText(attemptCount), minWidth: 60 },
  { id: 'accepted', header: 'Event accepted', cell: ({ createdAt }) => <Time at={createdAt} />, minWidth: 130 },
  {
    id: 'last',
    header: 'Last attempt',
    cell: ({ lastAttemptAt }) =>
      lastAttemptAt === undefined ? (
        <Box color="text-status-inactive">None yet</Box>
      ) : (
        <RelativeTime at={lastAttemptAt} />
      ),
    minWidth: 110,
  },
];

export const DeliveryTable = ({ webhookId, rows, isLoading, selected, onSelect, ...slots }: DeliveryTableProps) => (
  <Table
    {...slots}
    items={rows}
    columnDefinitions={columnsOf(webhookId)}
    trackBy="deliveryId"
    loading={isLoading}
    loadingText="Loading deliveries"
    selectionType="multi"
    selectedItems={selected}
    onSelectionChange={({ detail }) => onSelect(detail.selectedItems)}
    isItemDisabled={({ state }) => state !== 'failed'}
    ariaLabels={{
      tableLabel: 'Deliveries',
      selectionGroupLabel: 'Deliveries to replay',
      allItemsSelectionLabel: () => 'Select all failed deliveries on this page',
      itemSelectionLabel: (_, { event, deliveryId, state }) =>
        state === 'failed'
          ? `Select the failed delivery ${deliveryId} (${event})`
          : `Delivery ${deliveryId} (${event}) has not failed and can’t be selected`,
    }}
    contentDensity="compact"
    wrapLines
  />
);
