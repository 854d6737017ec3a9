/** The rows of a page of deliveries, or what to do next where there are none. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { HeaderProps } from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { acceptedAt } from '../../../client/webhooks/ledger.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { deliveryColumns, ownDeliveryColumns } from '../../shared/delivery.tsx';
import { dateTimeText } from '../../shared/time-texts.ts';

interface DeliveryTableProps
  extends Pick<TableProps, 'filter' | 'footer' | 'empty'>,
    Pick<HeaderProps, 'actions' | 'description'> {
  readonly rows: readonly DeliveryOfWebhook[];
  readonly isLoading: boolean;
  /** Those to all webhooks: each row has its webhook. */
  readonly isOfAll: boolean;
  /** Undefined where nothing can be selected. */
  readonly selection: DeliverySelection | undefined;
}

interface DeliverySelection {
  readonly selected: readonly DeliveryOfWebhook[];
  readonly onSelect: (selected: readonly DeliveryOfWebhook[]) => void;
}

const columnsOfAll = [...ownDeliveryColumns, deliveryColumns.webhook];

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
  <DataTable<DeliveryOfWebhook>
    {...slots}
    {...selectionOf(selection)}
    title="Delivery log"
    label="Deliveries"
    row="Delivery"
    items={rows}
    columns={isOfAll ? columnsOfAll : ownDeliveryColumns}
    trackBy="deliveryId"
    loading={isLoading}
    loadingText="Loading deliveries"
    ariaLabels={{
      selectionGroupLabel: 'Deliveries to replay',
      allItemsSelectionLabel: () => 'Select all undelivered deliveries on this page',
      itemSelectionLabel: (_, { event, deliveryId, state }) =>
        state === 'delivered'
          ? `Delivery ${deliveryId} (${event}) is delivered and can’t be selected`
          : `Select the ${state} delivery ${deliveryId} (${event})`,
    }}
    contentDensity="compact"
  />
);

interface EmptyListProps {
  /** Undefined for deliveries to all webhooks. */
  readonly webhookId: string | undefined;
  readonly isFiltered: boolean;
  /** The delivery at which the search stopped; undefined if it reached the end of the log. */
  readonly stoppedAt: string | undefined;
  readonly onContinue: () => void;
  readonly onClear: () => void;
}

/** Shown in place of rows, with what to do next. */
export function EmptyList({ webhookId, isFiltered, stoppedAt, onContinue, onClear }: EmptyListProps) {
  const clear = isFiltered && <Button onClick={onClear}>Clear filters</Button>;
  if (stoppedAt !== undefined) {
    return (
      <Message text={`No matches back to ${dateTimeText(acceptedAt(stoppedAt))}. There may be older ones.`}>
        <Button onClick={onContinue}>Continue searching</Button>
        {clear}
      </Message>
    );
  }
  if (isFiltered) return <Message text="No matching deliveries">{clear}</Message>;
  return (
    <Message
      text="No deliveries yet"
      hint="Each event for a webhook is listed here for 30 days, starting after its first attempt."
    >
      {webhookId !== undefined && <Button href={`#/webhooks/${webhookId}`}>View webhook</Button>}
    </Message>
  );
}

interface MessageProps {
  readonly text: string;
  readonly hint?: string;
  readonly children?: React.ReactNode;
}

const Message = ({ text, hint, children }: MessageProps) => (
  <Box textAlign="center" padding={{ vertical: 's' }}>
    <SpaceBetween size="s" alignItems="center">
      <Box variant="strong">{text}</Box>
      {hint !== undefined && <Box color="text-body-secondary">{hint}</Box>}
      <SpaceBetween direction="horizontal" size="xs">
        {children}
      </SpaceBetween>
    </SpaceBetween>
  </Box>
);
