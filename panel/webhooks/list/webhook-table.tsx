/** The table of webhooks, with a filter. A network has 50 at most: they are sorted and filtered here. */
import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import { AppLink } from '../../app/app-link.tsx';
import { Breakable } from '../../shared/breakable.tsx';
import { percentText } from '../../shared/figures.ts';
import { shortened } from '../../shared/short-url.ts';
import { Distance } from '../../shared/time.tsx';
import type { Webhook, WebhookCounts } from '../webhook-queries.ts';
import { WebhookState } from '../webhook-state.tsx';
import { eventsText, type Row, rowsOf } from './rows.ts';

interface WebhookTableProps {
  readonly webhooks: readonly Webhook[];
  /** Absent while they are loaded, and where that failed. */
  readonly counts: readonly WebhookCounts[] | undefined;
  readonly hasNoCounts: boolean;
  readonly isLoading: boolean;
}

/** Characters of a URL that a row shows; its page has all of them. */
const MOST_OF_URL = 120;

const columns: TableProps.ColumnDefinition<Row>[] = [
  {
    id: 'state',
    header: 'State',
    minWidth: 130,
    cell: ({ webhook }) => <State webhook={webhook} />,
    sortingComparator: (a, b) => a.urgency - b.urgency,
  },
  {
    id: 'url',
    header: 'URL',
    minWidth: 220,
    cell: ({ webhook: { webhookId, url, description } }) => (
      <>
        <Breakable>
          <AppLink to={`/webhooks/${webhookId}`}>{shortened(url, MOST_OF_URL)}</AppLink>
        </Breakable>
        {description !== '' && (
          <Box color="text-body-secondary">
            <Breakable>{description}</Breakable>
          </Box>
        )}
      </>
    ),
    sortingComparator: (a, b) => a.webhook.url.localeCompare(b.webhook.url),
    isRowHeader: true,
  },
  {
    id: 'success',
    header: 'Delivered, last 24 h',
    minWidth: 170,
    cell: ({ successRate, attempts }) =>
      successRate === undefined ? '–' : `${percentText(successRate)} of ${attempts.toLocaleString('en')}`,
    sortingComparator: (a, b) => (a.successRate ?? 2) - (b.successRate ?? 2),
  },
  { id: 'events', header: 'Events', minWidth: 180, cell: ({ webhook }) => eventsText(webhook.events) },
];

const PAGE_SIZE = 20;

export function WebhookTable({ webhooks, counts = [], hasNoCounts, isLoading }: WebhookTableProps) {
  const { items, collectionProps, filterProps, paginationProps, actions } = useCollection(rowsOf(webhooks, counts), {
    filtering: {
      noMatch: (
        <SpaceBetween size="xs" alignItems="center">
          <Box>No webhook matches.</Box>
          <Button onClick={() => actions.setFiltering('')}>Clear filter</Button>
        </SpaceBetween>
      ),
      filteringFunction: ({ webhook }, text) =>
        [webhook.url, webhook.description, webhook.webhookId, webhook.state, ...webhook.events].some((field) =>
          field.toLowerCase().includes(text.toLowerCase()),
        ),
    },
    sorting: {},
    pagination: { pageSize: PAGE_SIZE },
  });
  return (
    <Table
      {...collectionProps}
      items={items}
      columnDefinitions={columns}
      trackBy={({ webhook }) => webhook.webhookId}
      loading={isLoading}
      loadingText="Loading webhooks"
      ariaLabels={{ tableLabel: 'Webhooks' }}
      header={
        <Header
          counter={isLoading ? '' : `(${webhooks.length})`}
          {...(hasNoCounts && { description: 'How many were delivered could not be loaded. It is tried again.' })}
        >
          All webhooks
        </Header>
      }
      filter={
        <TextFilter
          {...filterProps}
          filteringPlaceholder="Find by URL, event, state or description"
          filteringAriaLabel="Find webhooks"
        />
      }
      pagination={webhooks.length > PAGE_SIZE && <Pagination {...paginationProps} />}
      wrapLines
    />
  );
}

const State = ({ webhook }: { readonly webhook: Webhook }) => (
  <>
    <WebhookState webhook={webhook} />
    {webhook.state === 'failing' && webhook.failingSince !== undefined && (
      <Box variant="small" display="block">
        first failed <Distance at={webhook.failingSince} />
      </Box>
    )}
  </>
);
