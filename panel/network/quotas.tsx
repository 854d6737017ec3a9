/** The quotas of the network, and the command that changes them. */
import Header from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { Copyable } from '../shared/copyable.tsx';
import { useOperatorCommand } from '../shared/operator-command.ts';
import type { Network } from './network-query.ts';

type Quota = keyof Network['quotas'];

interface Row {
  readonly quota: Quota;
  readonly limit: number;
  readonly command: string;
}

const meanings: Readonly<Record<Quota, string>> = {
  reads: 'requests that read blocks or activities, a second',
  writes: 'requests that block or unblock, a second',
  ingest: 'requests that post events, a second',
  administration: 'requests of admins, a second',
  events: 'posted events, a second',
  ingestBytes: 'bytes of posted events, a second',
  testEvents: 'test events, a minute',
};
const quotas: readonly Quota[] = ['reads', 'writes', 'ingest', 'administration', 'events', 'ingestBytes', 'testEvents'];

const columns: TableProps.ColumnDefinition<Row>[] = [
  { id: 'quota', header: 'Quota', cell: ({ quota }) => meanings[quota], isRowHeader: true, minWidth: 170 },
  { id: 'limit', header: 'Limit', cell: ({ limit }) => limit.toLocaleString('en'), minWidth: 80 },
  {
    id: 'command',
    header: 'Command to change it',
    cell: ({ quota, command }) => <Copyable text={command} what={`command for the quota ${quota}`} />,
    minWidth: 300,
  },
];

export function Quotas({ network }: { readonly network: Network }) {
  const command = useOperatorCommand();
  return (
    <Table
      items={quotas.map((quota) => rowOf(network, quota, command))}
      columnDefinitions={columns}
      trackBy="quota"
      ariaLabels={{ tableLabel: 'Quotas' }}
      header={
        <Header description="Requests over a quota get 429 and are not carried out. What 10 seconds allow can be used at once.">
          Quotas
        </Header>
      }
      wrapLines
    />
  );
}

function rowOf({ networkId, quotas: limits }: Network, quota: Quota, command: (words: string) => string): Row {
  const limit = limits[quota];
  return { quota, limit, command: command(`network set ${networkId} quota.${quota} ${2 * limit}`) };
}
