/** The IDs of the keys that sign the network's access tokens, and the command for the next step of replacing a key. */
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useOperatorCommand } from '../session/session-provider.tsx';
import { Copyable } from '../shared/text-view.tsx';
import { RelativeTime, Time } from '../shared/time.tsx';
import type { Network } from './network-tables.tsx';

interface Row {
  readonly keyId: string;
  readonly createdAt: string;
  /** The newest key signs new tokens. */
  readonly isNewest: boolean;
}

const columns: TableProps.ColumnDefinition<Row>[] = [
  {
    id: 'id',
    header: 'Key',
    cell: ({ keyId }) => <Copyable text={keyId} what="key ID" />,
    isRowHeader: true,
    minWidth: 220,
  },
  { id: 'age', header: 'Age', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, minWidth: 110 },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, minWidth: 140 },
  {
    id: 'use',
    header: 'Use',
    cell: ({ isNewest }) => (isNewest ? 'Signs new tokens' : 'Its tokens are still valid'),
    minWidth: 140,
  },
];

export function SigningKeys({ network: { networkId, signingKeys } }: { readonly network: Network }) {
  const command = useOperatorCommand();
  const older = signingKeys.length > 1 ? signingKeys[0] : undefined;
  return (
    <Table
      items={signingKeys
        .map(({ keyId, createdAt }, index) => ({ keyId, createdAt, isNewest: index === signingKeys.length - 1 }))
        .toReversed()}
      columnDefinitions={columns}
      trackBy="keyId"
      ariaLabels={{ tableLabel: 'Signing keys' }}
      header={
        <Header
          counter={`(${signingKeys.length})`}
          description="These keys sign the access tokens of this network’s users, servers and admins. Only operators can see their secrets."
        >
          Signing keys
        </Header>
      }
      footer={
        <SpaceBetween size="xxs">
          <Box variant="p">
            {older === undefined
              ? 'To replace the key without downtime, an operator adds a second one. It signs new tokens, and tokens of the older key stay valid:'
              : 'Once the tokens of the older key have expired, an operator revokes it:'}
          </Box>
          <Copyable
            text={command(older === undefined ? `key rotate ${networkId}` : `key revoke ${networkId} ${older.keyId}`)}
            what="command"
          />
        </SpaceBetween>
      }
      empty="These keys were created before key IDs were stored for this page. They are listed once a key is rotated or revoked."
      wrapLines
    />
  );
}
