/** The list: filters, pages from the server, live rows, and replaying those that are picked. */
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { ApiError, type DeliverySummary } from '../../../client/index.ts';
import { describeProblem, Problem } from '../../api/problem.tsx';
import { useNotices } from '../../app/notices.tsx';
import { useDeliveries, wasGivenUp } from '../delivery-queries.ts';
import { BulkReplay } from './bulk-replay.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { EmptyList } from './empty-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered } from './filters.ts';
import { useListAddress } from './list-address.ts';
import { useReading } from './reading.ts';
import { useBulkReplay } from './use-bulk-replay.ts';
import { useLiveRows } from './use-live-rows.ts';

interface DeliveryListProps {
  readonly webhookId: string;
  /** Nothing can be replayed. */
  readonly isDisabled: boolean;
}

const NONE: readonly DeliverySummary[] = [];

export function DeliveryList({ webhookId, isDisabled }: DeliveryListProps) {
  const notices = useNotices();
  const { filters, start, page, filterBy, turnTo, searchOn } = useListAddress();
  const [isLive, setLive] = useState(true);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const { data, error, isPending, refetch } = useDeliveries({ webhookId, filters, start, isLive });
  const { isReading, handlers } = useReading();
  const pageKey = JSON.stringify([filters, start]);
  const { rows, newer, showNewer } = useLiveRows(pageKey, data?.rows ?? NONE, isReading || picked.length > 0);
  const selected = rows.filter(({ deliveryId, state }) => state === 'failed' && picked.includes(deliveryId));
  const replay = useBulkReplay(webhookId, (replayed) => setPicked((before) => before.filter((id) => id !== replayed)));

  const eventComplaint = complaintAboutEvent(error);
  if (error !== null && data === undefined && eventComplaint === undefined) {
    return <Problem error={error} what="The deliveries could not be loaded" onRetry={() => void refetch()} />;
  }
  const replaySelected = () =>
    replay.replay(selected, {
      onSuccess: (done) =>
        notices.add({
          type: 'success',
          content: done === 1 ? 'One delivery is sent again.' : `${done} deliveries are sent again.`,
        }),
    });
  return (
    <SpaceBetween size="m">
      <BulkReplay replay={replay} />
      <div {...handlers}>
        <DeliveryTable
          webhookId={webhookId}
          rows={rows}
          isLoading={isPending && eventComplaint === undefined}
          selected={selected}
          onSelect={(chosen) => setPicked(chosen.map(({ deliveryId }) => deliveryId))}
          header={
            <Header
              description={
                isLive && start === undefined
                  ? 'Refreshed every few seconds. While you read or select, newer deliveries wait.'
                  : undefined
              }
              actions={
                <SpaceBetween direction="horizontal" size="xs" alignItems="center">
                  {newer > 0 && <Button onClick={showNewer}>Show {newer} newer</Button>}
                  {start === undefined && (
                    <Toggle checked={isLive} onChange={({ detail }) => setLive(detail.checked)}>
                      Live
                    </Toggle>
                  )}
                  <Button iconName="refresh" ariaLabel="Refresh" onClick={() => void refetch()} />
                  <Button
                    disabled={selected.length === 0 || isDisabled || replay.isRunning}
                    {...(isDisabled && { disabledReason: 'Enable the webhook first.' })}
                    onClick={replaySelected}
                  >
                    {selected.length === 0 ? 'Replay selected' : `Replay selected (${selected.length})`}
                  </Button>
                </SpaceBetween>
              }
            >
              Log
            </Header>
          }
          filter={<FilterBar filters={filters} onChange={filterBy} eventComplaint={eventComplaint} />}
          pagination={
            (page > 1 || data?.next !== undefined) && (
              <Pagination
                currentPageIndex={page}
                pagesCount={data?.next === undefined ? page : page + 1}
                openEnd={data?.next !== undefined}
                disabled={isPending}
                onChange={({ detail }) => turnTo(detail.currentPageIndex, data?.next)}
              />
            )
          }
          empty={
            <EmptyList
              webhookId={webhookId}
              isFiltered={isFiltered(filters)}
              page={page}
              givenUpAt={wasGivenUp(data) ? data?.next : undefined}
              onSearchOn={searchOn}
              onClear={() => filterBy({})}
            />
          }
        />
      </div>
    </SpaceBetween>
  );
}

/** The API names the parameter that it refuses; states and times are only ever offered as it takes them. */
const complaintAboutEvent = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 400 && error.message.startsWith('event ')
    ? describeProblem(error)
    : undefined;
