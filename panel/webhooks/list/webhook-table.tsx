/** The table of webhooks. A network has at most 50, so they are filtered, sorted and paged in the browser. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { WebhookCounts } from '@social-platform-services/client';
import { useSearchParams } from 'react-router';
import type { Webhook } from '../../shared/api-types.ts';
import { type Columns, DataTable } from '../../shared/data-table.tsx';
import { classTitle } from '../../shared/delivery-texts.ts';
import { Breakable, TypedText, Words } from '../../shared/text-view.tsx';
import { destinationOf, MAX_URL_LENGTH, numberText, percentText, shortened, shortUrl } from '../../shared/texts.ts';
import { Countdown, RelativeTime, Time } from '../../shared/time.tsx';
import { PAGE, useSearch } from '../../shared/use-search.ts';
import { lastFailure } from '../detail/undelivered.ts';
import { useUndelivered } from '../detail/use-undelivered.ts';
import { eventsText } from '../event-patterns.ts';
import { WebhookState } from '../webhook-state.tsx';
import { type Row, rowsOf } from './rows.ts';
import { Sparkline } from './sparkline.tsx';

interface WebhookTableProps {
  readonly webhooks: readonly Webhook[];
  /** Undefined while they are loading, and if that failed. */
  readonly counts: readonly WebhookCounts[] | undefined;
  readonly countsFailed: boolean;
}

const columns: Columns<Row> = [
  {
    id: 'state',
    header: 'State',
    minWidth: 120,
    cell: (row) => <State row={row} />,
    sortingComparator: (a, b) => a.urgency - b.urgency,
  },
  {
    id: 'url',
    header: 'URL',
    minWidth: 170,
    cell: ({ webhook: { webhookId, url, eventBus, pull, description } }) => (
      <>
        <Breakable>
          <Link href={`#/webhooks/${webhookId}`}>
            <Words text={shortened(destinationOf({ url, eventBus, pull }), MAX_URL_LENGTH)} />
          </Link>
        </Breakable>
        {description !== '' && (
          <Box color="text-body-secondary">
            <TypedText text={description} />
          </Box>
        )}
      </>
    ),
    sortingComparator: (a, b) => destinationOf(a.webhook).localeCompare(destinationOf(b.webhook)),
    isRowHeader: true,
  },
  {
    id: 'success',
    header: 'Attempts (last 24\u00a0h)',
    minWidth: 170,
    cell: (row) => <Attempts row={row} />,
    sortingComparator: (a, b) => (a.successRate ?? 2) - (b.successRate ?? 2),
  },
  { id: 'events', header: 'Events', minWidth: 180, cell: ({ webhook }) => <Words text={eventsText(webhook.events)} /> },
];

const PAGE_SIZE = 20;

/** The page and the order of the table, kept in the URL, so that Back leads to the same rows. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const sort = params.get('sort') ?? '';
  return {
    sortingColumn: columns.find(({ id }) => id === sort.replace(/^-/, '')),
    isDescending: sort.startsWith('-'),
    chosenPage: Math.max(1, Math.trunc(Number(params.get(PAGE))) || 1),
    sortBy: ({ sortingColumn, isDescending }: TableProps.SortingState<Row>) =>
      set('sort', `${isDescending ? '-' : ''}${columns.find((one) => one === sortingColumn)?.id ?? ''}`),
    setPage: (page: number) => set(PAGE, `${page}`),
  };
}

export function WebhookTable({ webhooks, counts = [], countsFailed }: WebhookTableProps) {
  const [search, setSearch] = useSearch();
  const found = rowsOf(webhooks, counts).filter(({ webhook, shownState }) =>
    [destinationOf(webhook), webhook.description, webhook.webhookId, shownState, ...webhook.events].some((field) =>
      field.toLowerCase().includes(search.toLowerCase()),
    ),
  );
  const { sortingColumn, isDescending, chosenPage, sortBy, setPage } = usePlace();
  const { sortingComparator: compare = () => 0 } = sortingColumn ?? {};
  const sorted = found.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(chosenPage, pages);
  return (
    <DataTable
      {...(sortingColumn && { sortingColumn, sortingDescending: isDescending })}
      onSortingChange={({ detail }) => sortBy(detail)}
      title="All webhooks"
      label="Webhooks"
      row="Webhook"
      counter={`(${numberText(webhooks.length)})`}
      description={countsFailed && 'The numbers of deliveries could not be loaded. The panel keeps trying.'}
      items={sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
      columns={columns}
      card={(row) => <Card row={row} />}
      trackBy={({ webhook }) => webhook.webhookId}
      filter={
        <TextFilter
          filteringText={search}
          onChange={({ detail }) => setSearch(detail.filteringText)}
          filteringPlaceholder="Find by URL, event, state or description"
          filteringAriaLabel="Find webhooks"
        />
      }
      empty={
        <SpaceBetween size="xs" alignItems="center">
          <Box>No matching webhooks</Box>
          <Button onClick={() => setSearch('')}>Clear filter</Button>
        </SpaceBetween>
      }
      pagination={
        webhooks.length > PAGE_SIZE && (
          <Pagination
            currentPageIndex={page}
            pagesCount={pages}
            onChange={({ detail }) => setPage(detail.currentPageIndex)}
          />
        )
      }
    />
  );
}

/** A webhook on a phone, where there may be fifty: its name, how it does, and how many attempts have succeeded. */
const Card = ({ row }: { readonly row: Row }) => (
  <div className="webhook-card">
    <Link href={`#/webhooks/${row.webhook.webhookId}`}>{shortUrl(destinationOf(row.webhook))}</Link>
    <div>
      <State row={row} />
    </div>
    <div>
      <Attempts row={row} />
    </div>
  </div>
);

const Attempts = ({ row: { webhook, successRate, attempts, counts } }: { readonly row: Row }) =>
  webhook.pull ? (
    webhook.pulled === undefined ? (
      'Never read'
    ) : (
      <>
        Last read <RelativeTime at={webhook.pulled.at} />
      </>
    )
  ) : successRate === undefined ? (
    '–'
  ) : (
    <>
      {percentText(successRate)} of about {numberText(attempts)} successful
      {counts && <Sparkline counts={counts} />}
    </>
  );

function State({ row: { webhook, shownState } }: { readonly row: Row }) {
  const since = webhook.downSince ?? (shownState === 'failing' ? webhook.failingSince : undefined);
  return (
    <>
      <WebhookState webhook={webhook} />
      {webhook.state !== 'disabled' && webhook.state !== 'active' && <Why webhookId={webhook.webhookId} />}
      {since !== undefined && (
        <Box variant="small" display="block">
          Since <Time at={since} />
        </Box>
      )}
      {webhook.nextProbeAt !== undefined && (
        <Box variant="small" display="block">
          <Countdown what="Next probe" at={webhook.nextProbeAt} />
        </Box>
      )}
    </>
  );
}

/** Why the latest undelivered event of a webhook was not delivered. */
function Why({ webhookId }: { readonly webhookId: string }) {
  const { data } = useUndelivered(webhookId);
  const failure = data && lastFailure(data);
  return (
    failure && (
      <Box variant="small" display="block">
        {classTitle(failure.class, failure.statusCode)}
      </Box>
    )
  );
}
