/** Entries of the audit trail as rows. */
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { AuditEntry } from '../../client/index.ts';
import { actorText } from '../shared/actor-text.ts';
import { AppLink } from '../shared/app-link.tsx';
import { Breakable } from '../shared/breakable.tsx';
import { Time } from '../shared/time.tsx';
import { actionText, changeText } from './entry-texts.ts';

const columns: TableProps.ColumnDefinition<AuditEntry>[] = [
  { id: 'time', header: 'Time', cell: ({ at }) => <Time at={at} />, minWidth: 130 },
  { id: 'who', header: 'Who', cell: ({ by }) => <Breakable>{actorText(by)}</Breakable>, minWidth: 120 },
  { id: 'what', header: 'What', cell: ({ action }) => actionText(action), isRowHeader: true, minWidth: 160 },
  { id: 'details', header: 'Details', cell: (entry) => <Details entry={entry} />, minWidth: 240 },
  { id: 'webhook', header: 'Webhook', cell: (entry) => <WebhookLink entry={entry} />, minWidth: 160 },
];

interface AuditTableProps extends Pick<TableProps, 'header' | 'footer' | 'empty'> {
  readonly entries: readonly AuditEntry[];
  readonly isLoading: boolean;
}

export const AuditTable = ({ entries, isLoading, ...slots }: AuditTableProps) => (
  <Table
    {...slots}
    items={entries}
    columnDefinitions={columns}
    trackBy="entryId"
    loading={isLoading}
    loadingText="Loading the audit trail"
    ariaLabels={{ tableLabel: 'Audit trail' }}
    contentDensity="compact"
    wrapLines
  />
);

interface CellProps {
  readonly entry: AuditEntry;
}

function Details({ entry: { changes, deliveryId, webhookId } }: CellProps) {
  if (deliveryId !== undefined) {
    return <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>View delivery</AppLink>;
  }
  if (changes.length === 0) return '–';
  return changes.map((change) => (
    <div key={change.field}>
      <Breakable>{changeText(change)}</Breakable>
    </div>
  ));
}

/** The webhook may be deleted, so the link shows its entries and not its page. */
const WebhookLink = ({ entry: { webhookId } }: CellProps) =>
  webhookId === undefined ? (
    '–'
  ) : (
    <Breakable>
      <AppLink to={`/audit?webhookId=${webhookId}`}>{webhookId}</AppLink>
    </Breakable>
  );
