/** The rows of a page of deliveries. */
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { DeliveryLink } from '../../shared/delivery/delivery-link.tsx';
import { Time } from '../../shared/time.tsx';
import { AttemptsText, StateAndResult, WebhookLink } from '../delivery-cells.tsx';

interface DeliveryTableProps extends Pick<TableProps, 'header' | 'filter' | 'pagination' | 'empty'> {
  readonly rows: readonly DeliveryOfWebhook[];
  readonly isLoading: boolean;
  /** Those to all webhooks: each row has its webhook. */
  readonly isOfAll: boolean;
  /** Undefined where nothing can be selected. */
  readonly selection: DeliverySelection | undefined;
}

export interface DeliverySelection {
  readonly selected: readonly DeliveryOfWebhook[];
  readonly onSelect: (selected: readonly DeliveryOfWebhook[]) => void;
}

type Column = TableProps.ColumnDefinition<DeliveryOfWebhook>;

const columns: readonly Column[] = [
  { id: 'state', header: 'State', cell: (delivery) => <StateAndResult delivery={delivery} />, minWidth: 130 },
  {
    id: 'event',
    header: 'Event',
    cell: (delivery) => <DeliveryLink webhookId={delivery.webhookId} delivery={delivery} />,
    isRowHeader: true,
    minWidth: 130,
  },
  { id: 'accepted', header: 'Event accepted', cell: ({ createdAt }) => <Time at={createdAt} />, minWidth: 130 },
  { id: 'attempts', header: 'Attempts', cell: (delivery) => <AttemptsText delivery={delivery} />, minWidth: 110 },
];

const webhookColumn: Column = {
  id: 'webhook',
  header: 'Webhook',
  cell: ({ webhookId }) => <WebhookLink webhookId={webhookId} />,
  minWidth: 130,
};

/** Delivered ones need no replay; a recovery sends them again. */
const selectionOf = (selection: DeliverySelection | undefined): Partial<TableProps<DeliveryOfWebhook>> =>
  selection === undefined
    ? {}
    : {
        selectionType: 'multi',
        selectedItems: selection.selected,
        onSelectionChange: ({ detail }) => selection.onSelect(detail.selectedItems),
        isItemDisabled: ({ state }) => state === 'delivered',
      };

export const DeliveryTable = ({ rows, isOfAll, isLoading, selection, ...slots }: DeliveryTableProps) => (
  <Table<DeliveryOfWebhook>
    {...slots}
    items={rows}
    columnDefinitions={isOfAll ? [...columns, webhookColumn] : columns}
    trackBy="deliveryId"
    loading={isLoading}
    loadingText="Loading deliveries"
    {...selectionOf(selection)}
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
