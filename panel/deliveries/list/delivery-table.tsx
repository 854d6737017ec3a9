/** The rows of a page of deliveries, or what to do next where there are none. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { acceptedAt } from '../../../client/webhooks/ledger.ts';
import { LinkButton } from '../../shared/app-link.tsx';
import { AttemptsText, DeliveryLink, StateAndResult, WebhookLink } from '../../shared/delivery.tsx';
import { Time } from '../../shared/time.tsx';
import { dateTimeText } from '../../shared/time-texts.ts';
import { useVisibleColumns } from '../../shared/visible-columns.ts';

interface DeliveryTableProps extends Pick<TableProps, 'header' | 'filter' | 'pagination' | 'empty'> {
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
    {...useVisibleColumns(['state', 'event', 'webhook'])}
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

interface EmptyListProps {
  /** Undefined for deliveries to all webhooks. */
  readonly webhookId: string | undefined;
  readonly isFiltered: boolean;
  /** From 1. */
  readonly page: number;
  /** The delivery at which the search stopped; undefined if it reached the end of the log. */
  readonly stoppedAt: string | undefined;
  readonly onContinue: (start: string) => void;
  readonly onClear: () => void;
}

/** Shown in place of rows, with what to do next. */
export function EmptyList({ webhookId, isFiltered, page, stoppedAt, onContinue, onClear }: EmptyListProps) {
  const clear = isFiltered && <Button onClick={onClear}>Clear filters</Button>;
  if (stoppedAt !== undefined) {
    return (
      <Message text={`No matches back to ${dateTimeText(acceptedAt(stoppedAt))}. There may be older ones.`}>
        <Button onClick={() => onContinue(stoppedAt)}>Continue searching</Button>
        {clear}
      </Message>
    );
  }
  if (isFiltered) return <Message text="No matching deliveries">{clear}</Message>;
  if (page > 1) return <Message text="No more deliveries" />;
  return (
    <Message
      text="No deliveries yet"
      hint="Each event for a webhook is listed here for 30 days, starting after its first attempt."
    >
      {webhookId !== undefined && <LinkButton to={`/webhooks/${webhookId}`}>View webhook</LinkButton>}
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
