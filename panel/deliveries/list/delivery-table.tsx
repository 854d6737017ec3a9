/** The rows of a page of deliveries. */
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliverySummary } from '../../../client/index.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Breakable } from '../../shared/breakable.tsx';
import { Time } from '../../shared/time.tsx';
import { AttemptsText, StateAndResult } from '../delivery-cells.tsx';

interface DeliveryTableProps extends Pick<TableProps, 'header' | 'filter' | 'pagination' | 'empty'> {
  readonly webhookId: string;
  readonly rows: readonly DeliverySummary[];
  readonly isLoading: boolean;
  readonly selected: readonly DeliverySummary[];
  readonly onSelect: (selected: readonly DeliverySummary[]) => void;
}

const columnsOf = (webhookId: string): TableProps.ColumnDefinition<DeliverySummary>[] => [
  { id: 'state', header: 'State', cell: (delivery) => <StateAndResult delivery={delivery} />, minWidth: 130 },
  {
    id: 'event',
    header: 'Event',
    cell: ({ deliveryId, event }) => (
      <Breakable>
        <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>{event}</AppLink>
      </Breakable>
    ),
    isRowHeader: true,
    minWidth: 130,
  },
  { id: 'accepted', header: 'Event accepted', cell: ({ createdAt }) => <Time at={createdAt} />, minWidth: 130 },
  { id: 'attempts', header: 'Attempts', cell: (delivery) => <AttemptsText delivery={delivery} />, minWidth: 110 },
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
    isItemDisabled={({ state }) => state === 'delivered'}
    ariaLabels={{
      tableLabel: 'Deliveries',
      selectionGroupLabel: 'Deliveries to replay',
      allItemsSelectionLabel: () => 'Select all undelivered deliveries on this page',
      itemSelectionLabel: (_, { event, deliveryId, state }) =>
        state === 'delivered'
          ? `Delivery ${deliveryId} (${event}) is delivered and can’t be selected`
          : `Select the ${state} delivery ${deliveryId} (${event})`,
    }}
    contentDensity="compact"
    wrapLines
  />
);
