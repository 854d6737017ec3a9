/** The delivery list: filters, older deliveries on demand, automatic refresh, and replaying the selected deliveries. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import Toggle from '@cloudscape-design/components/toggle';
import { ApiError, type DeliveryOfWebhook } from '@social-platform-services/client';
import { useState } from 'react';
import { useCanChange } from '../../session/session-provider.tsx';
import { BulkReplayStatus, useBulkReplay } from '../../shared/bulk-replay.tsx';
import { DataTable } from '../../shared/data-table.tsx';
import { deliveryColumns, ownDeliveryColumns } from '../../shared/delivery.tsx';
import { errorMessage, NotLoaded } from '../../shared/error-alert.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { numberText } from '../../shared/texts.ts';
import { EmptyList } from './empty-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered } from './list-address.ts';
import { stillSelected } from './list-rows.ts';
import { LogDownload } from './log-download.tsx';
import { useDeliveries, useFilters, useLiveRows, useRowInteraction } from './use-list.ts';
import { useLiveTail } from './use-live-tail.ts';

const columnsOfAll = [...ownDeliveryColumns, deliveryColumns.webhook];

const selectionLabels: TableProps.AriaLabels<DeliveryOfWebhook> = {
  selectionGroupLabel: 'Deliveries to replay',
  allItemsSelectionLabel: () => 'Select all undelivered deliveries on this page',
  itemSelectionLabel: (_, { event, deliveryId, state }) =>
    state === 'delivered'
      ? `Delivery ${deliveryId} (${event}) is delivered and can’t be selected`
      : `Select the ${state} delivery ${deliveryId} (${event})`,
};

interface DeliveryListProps {
  /** Undefined for deliveries to all webhooks, which are only shown. */
  readonly webhookId: string | undefined;
  /** The webhook is disabled, so that nothing can be replayed. */
  readonly isDisabled: boolean;
}

export function DeliveryList({ webhookId, isDisabled }: DeliveryListProps) {
  const notify = useNotify();
  const canReplay = useCanChange() && webhookId !== undefined;
  const [filters, filterBy] = useFilters();
  const { isLive: autoRefresh, hasEnded, setLive: setAutoRefresh } = useLiveTail();
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const query = useDeliveries({ webhookId, filters, autoRefresh });
  const { data, results, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { isInteracting, handlers } = useRowInteraction();
  const replayable = stillSelected(selectedIds, results, data !== undefined && !hasNextPage);
  const isInUse = isInteracting || replayable.length > 0;
  const { rows, newer, showNewer } = useLiveRows(JSON.stringify(filters), results, isInUse);
  const selected = rows.filter(({ deliveryId }) => replayable.includes(deliveryId));
  const replay = useBulkReplay((replayed) => setSelectedIds((before) => before.filter((id) => id !== replayed)));

  const eventError = eventErrorOf(error);
  if (error !== null && data === undefined && eventError === undefined) {
    return <NotLoaded what="the deliveries" query={query} />;
  }
  const replaySelected = () =>
    replay.mutate(selected, {
      onSuccess: (done) =>
        notify(done === 1 ? '1 delivery is being sent again.' : `${numberText(done)} deliveries are being sent again.`),
    });
  return (
    <SpaceBetween size="m">
      <BulkReplayStatus
        replay={replay}
        label="Replaying the selected deliveries"
        rest="the others are still selected"
      />
      <div {...handlers}>
        <DataTable<DeliveryOfWebhook>
          title="Delivery log"
          label="Deliveries"
          row="Delivery"
          items={rows}
          columns={webhookId === undefined ? columnsOfAll : ownDeliveryColumns}
          trackBy="deliveryId"
          loading={eventError === undefined && (isPending || (isFetchingNextPage && rows.length === 0))}
          loadingText="Loading deliveries"
          {...(canReplay && { selectionType: 'multi' })}
          selectedItems={selected}
          onSelectionChange={({ detail }) => setSelectedIds(detail.selectedItems.map(({ deliveryId }) => deliveryId))}
          // Delivered ones need no replay; a recovery sends them again.
          isItemDisabled={({ state }) => state === 'delivered'}
          ariaLabels={selectionLabels}
          contentDensity="compact"
          description={
            hasEnded
              ? 'Auto-refresh has stopped, since nobody has used the panel for half an hour.'
              : autoRefresh &&
                data?.pages.length === 1 && (
                  <>
                    Refreshed every few seconds, but not while you read or select rows.
                    {newer > 0 && (
                      // Within a line that is there anyway: rows that moved would be under the pointer no more.
                      <>
                        {' '}
                        <Button variant="inline-link" onClick={showNewer}>
                          Show {numberText(newer)} new
                        </Button>
                      </>
                    )}
                  </>
                )
          }
          actions={
            <SpaceBetween direction="horizontal" size="xs" alignItems="center">
              <Toggle checked={autoRefresh} onChange={({ detail }) => setAutoRefresh(detail.checked)}>
                Auto-refresh
              </Toggle>
              <Button iconName="refresh" ariaLabel="Refresh" onClick={() => void refetch()} />
              <LogDownload webhookId={webhookId} filters={filters} />
              {canReplay && (
                <Button
                  disabled={selected.length === 0 || isDisabled || replay.isPending}
                  {...(isDisabled && { disabledReason: 'Enable the webhook first.' })}
                  onClick={replaySelected}
                >
                  {selected.length === 0 ? 'Replay selected' : `Replay selected (${numberText(selected.length)})`}
                </Button>
              )}
            </SpaceBetween>
          }
          filter={
            <FilterBar
              filters={filters}
              isOfAll={webhookId === undefined}
              onChange={filterBy}
              eventError={eventError}
            />
          }
          footer={
            hasNextPage &&
            rows.length > 0 && (
              <Box textAlign="center">
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  Show older deliveries
                </Button>
              </Box>
            )
          }
          empty={
            <EmptyList
              webhookId={webhookId}
              isFiltered={isFiltered(filters)}
              stoppedAt={data?.pages.at(-1)?.start}
              onContinue={() => void fetchNextPage()}
              onClear={() => filterBy({})}
            />
          }
        />
      </div>
    </SpaceBetween>
  );
}

/** The API's message begins with the name of the invalid parameter. Only the event can be invalid: it is free text. */
const eventErrorOf = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 400 && error.message.startsWith('event ')
    ? errorMessage(error)
    : undefined;
