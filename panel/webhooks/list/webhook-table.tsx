/** The table of webhooks. A network has at most 50, so they are filtered, sorted and paged in the browser. */
import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { WebhookCounts } from '../../../client/index.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { type Columns, DataTable } from '../../shared/data-table.tsx';
import { useSearch } from '../../shared/search.ts';
import { Breakable, TypedText } from '../../shared/text-view.tsx';
import { destinationOf, MAX_URL_LENGTH, numberText, percentText, shortened } from '../../shared/texts.ts';
import { Countdown, Time } from '../../shared/time.tsx';
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
            {shortened(destinationOf({ url, eventBus, pull }), MAX_URL_LENGTH)}
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
    header: 'Delivered (last 24 h)',
    minWidth: 170,
    cell: ({ successRate, attempts, counts }) =>
      successRate === undefined ? (
        '–'
      ) : (
        <>
          {percentText(successRate)} of {numberText(attempts)}
          {counts && <Sparkline counts={counts} />}
        </>
      ),
    sortingComparator: (a, b) => (a.successRate ?? 2) - (b.successRate ?? 2),
  },
  { id: 'events', header: 'Events', minWidth: 180, cell: ({ webhook }) => eventsText(webhook.events) },
];

const PAGE_SIZE = 20;

export function WebhookTable({ webhooks, counts = [], countsFailed }: WebhookTableProps) {
  const [search, setSearch] = useSearch();
  const found = rowsOf(webhooks, counts).filter(({ webhook, standing }) =>
    [destinationOf(webhook), webhook.description, webhook.webhookId, standing, ...webhook.events].some((field) =>
      field.toLowerCase().includes(search.toLowerCase()),
    ),
  );
  const { items, collectionProps, paginationProps } = useCollection(found, {
    sorting: {},
    pagination: { pageSize: PAGE_SIZE },
  });
  return (
    <DataTable
      {...collectionProps}
      title="All webhooks"
      label="Webhooks"
      row="Webhook"
      counter={`(${webhooks.length})`}
      description={countsFailed && 'The numbers of deliveries could not be loaded. The panel keeps trying.'}
      items={items}
      columns={columns}
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
      pagination={webhooks.length > PAGE_SIZE && <Pagination {...paginationProps} />}
    />
  );
}

function State({ row: { webhook, standing } }: { readonly row: Row }) {
  const since = webhook.downSince ?? (standing === 'failing' ? webhook.failingSince : undefined);
  return (
    <>
      <WebhookState webhook={webhook} />
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
