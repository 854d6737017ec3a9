/** The delivery list: filters, older deliveries on demand, automatic refresh, and replaying the selected deliveries. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, type DeliveryOfWebhook } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';
import { useCanChange } from '../../session/session-provider.tsx';
import { errorMessage, NotLoaded } from '../../shared/error-alert.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { DeliveryTable, EmptyList } from './delivery-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered } from './list-address.ts';
import { LogDownload } from './log-download.tsx';
import { useDeliveries, useFilters, useLiveRows, useRowInteraction } from './use-list.ts';

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
  const [autoRefresh, setAutoRefresh] = useState(true);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const query = useDeliveries({ webhookId, filters, autoRefresh });
  const { data, results, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { isInteracting, handlers } = useRowInteraction();
  const isInUse = isInteracting || selectedIds.length > 0;
  const { rows, newer, showNewer } = useLiveRows(JSON.stringify(filters), results, isInUse);
  const selected = rows.filter(({ deliveryId, state }) => state !== 'delivered' && selectedIds.includes(deliveryId));
  const replay = useBulkReplay((replayed) => setSelectedIds((before) => before.filter((id) => id !== replayed)));

  const eventError = eventErrorOf(error);
  if (error !== null && data === undefined && eventError === undefined) {
    return <NotLoaded what="the deliveries" query={query} />;
  }
  const replaySelected = () =>
    replay.replay(selected, {
      onSuccess: (done) =>
        notify(done === 1 ? '1 delivery is being sent again.' : `${done} deliveries are being sent again.`),
    });
  return (
    <SpaceBetween size="m">
      <BulkReplayStatus replay={replay} />
      <div {...handlers}>
        <DeliveryTable
          rows={rows}
          isOfAll={webhookId === undefined}
          isLoading={eventError === undefined && (isPending || (isFetchingNextPage && rows.length === 0))}
          selection={
            canReplay
              ? { selected, onSelect: (chosen) => setSelectedIds(chosen.map(({ deliveryId }) => deliveryId)) }
              : undefined
          }
          description={
            autoRefresh && data?.pages.length === 1
              ? 'Refreshed every few seconds. New deliveries are held back while you read or select rows.'
              : undefined
          }
          actions={
            <SpaceBetween direction="horizontal" size="xs" alignItems="center">
              {newer > 0 && <Button onClick={showNewer}>Show {newer} new</Button>}
              <Toggle checked={autoRefresh} onChange={({ detail }) => setAutoRefresh(detail.checked)}>
                Auto-refresh
              </Toggle>
              <Button iconName="refresh" ariaLabel="Refresh" onClick={() => void refetch()} />
              <LogDownload webhookId={webhookId} filters={filters} />
              {canReplay && (
                <Button
                  disabled={selected.length === 0 || isDisabled || replay.isRunning}
                  {...(isDisabled && { disabledReason: 'Enable the webhook first.' })}
                  onClick={replaySelected}
                >
                  {selected.length === 0 ? 'Replay selected' : `Replay selected (${selected.length})`}
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

interface Run {
  readonly total: number;
  readonly done: number;
}

/** Stops at the first error, and when the screen is left. Deliveries replayed until then stay replayed. */
function useBulkReplay(onReplayed: (deliveryId: string) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run>({ total: 0, done: 0 });
  const isStopping = useRef(false);
  useEffect(() => {
    isStopping.current = false;
    return () => {
      isStopping.current = true;
    };
  }, []);

  const { mutateAsync: replayOne } = useMutation({
    mutationFn: ({ webhookId, deliveryId }: DeliveryOfWebhook) =>
      client.replayDelivery({ parameters: { webhookId, deliveryId } }),
  });
  const { mutate, isPending, error, reset } = useMutation({
    // Only the one that was throttled is repeated: those before it would be sent once more.
    retry: false,
    mutationFn: async (deliveries: readonly DeliveryOfWebhook[]) => {
      isStopping.current = false;
      let done = 0;
      setRun({ total: deliveries.length, done });
      for (const delivery of deliveries) {
        if (isStopping.current) break;
        await replayOne(delivery);
        done += 1;
        setRun({ total: deliveries.length, done });
        onReplayed(delivery.deliveryId);
      }
      return done;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  return {
    ...run,
    isRunning: isPending,
    error,
    replay: mutate,
    stop: () => {
      isStopping.current = true;
    },
    dismiss: reset,
  };
}

interface BulkReplayStatusProps {
  readonly replay: ReturnType<typeof useBulkReplay>;
}

/** The progress of a bulk replay, and the error that stopped it. */
function BulkReplayStatus({ replay: { total, done, isRunning, error, stop, dismiss } }: BulkReplayStatusProps) {
  if (isRunning) {
    return (
      <Alert type="info" action={<Button onClick={stop}>Stop</Button>}>
        <ProgressBar
          value={(done / total) * 100}
          label="Replaying the selected deliveries"
          additionalInfo={`${done} of ${total} replayed`}
        />
      </Alert>
    );
  }
  if (error === null) return null;
  return (
    <Alert type="error" header="Not all deliveries were replayed" dismissible onDismiss={dismiss}>
      {done} of {total} were replayed; the others are still selected. {errorMessage(error)}
    </Alert>
  );
}
