/** The tables of the network's features, quotas and signing keys, with the commands that change them. */
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useQuery } from '@tanstack/react-query';
import type { AnswerTo, Feature } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';
import { useOperatorCommand } from '../session/session-provider.tsx';
import { Copyable } from '../shared/text-view.tsx';
import { RelativeTime, Time } from '../shared/time.tsx';
import { features, featureTexts } from './network-screen.tsx';

interface FeatureRow {
  readonly feature: Feature;
  readonly isOn: boolean;
  readonly command: string;
}

const featureColumns: TableProps.ColumnDefinition<FeatureRow>[] = [
  {
    id: 'feature',
    header: 'Feature',
    cell: ({ feature }) => (
      <>
        {featureTexts[feature].name}
        <Box color="text-body-secondary" fontSize="body-s">
          {featureTexts[feature].meaning}
        </Box>
      </>
    ),
    isRowHeader: true,
    minWidth: 170,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isOn }) => <StatusIndicator type={isOn ? 'success' : 'stopped'}>{isOn ? 'On' : 'Off'}</StatusIndicator>,
    minWidth: 80,
  },
  {
    id: 'command',
    header: 'Command to change it',
    cell: ({ feature, command }) => <Copyable text={command} what={`command for ${featureTexts[feature].name}`} />,
    minWidth: 300,
  },
];

export function Features({ network }: { readonly network: Network }) {
  const command = useOperatorCommand();
  return (
    <Table
      items={features.map((feature) => featureRow(network, feature, command))}
      columnDefinitions={featureColumns}
      trackBy="feature"
      ariaLabels={{ tableLabel: 'Features' }}
      header={
        <Header description="Features are private betas. Calls to a feature that is off are refused. Changes take effect within about a minute.">
          Features
        </Header>
      }
      wrapLines
    />
  );
}

function featureRow(
  { networkId, features: states }: Network,
  feature: Feature,
  command: (words: string) => string,
): FeatureRow {
  const isOn = states[feature];
  return { feature, isOn, command: command(`feature ${isOn ? 'disable' : 'enable'} ${networkId} ${feature}`) };
}

type Quota = keyof Network['quotas'];

interface QuotaRow {
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

const quotaColumns: TableProps.ColumnDefinition<QuotaRow>[] = [
  { id: 'quota', header: 'Quota', cell: ({ quota }) => meanings[quota], isRowHeader: true, minWidth: 170 },
  { id: 'limit', header: 'Limit', cell: ({ limit }) => limit.toLocaleString('en'), minWidth: 80 },
  {
    id: 'command',
    header: 'Command to change it',
    cell: ({ quota, command }) => <Copyable text={command} what={`command for the quota ${quota}`} />,
    minWidth: 300,
  },
];

/** The quotas of the network, and the command that changes them. */
export function Quotas({ network }: { readonly network: Network }) {
  const command = useOperatorCommand();
  return (
    <Table
      items={quotas.map((quota) => quotaRow(network, quota, command))}
      columnDefinitions={quotaColumns}
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

function quotaRow({ networkId, quotas: limits }: Network, quota: Quota, command: (words: string) => string): QuotaRow {
  const limit = limits[quota];
  return { quota, limit, command: command(`network set ${networkId} quota.${quota} ${2 * limit}`) };
}

interface KeyRow {
  readonly keyId: string;
  readonly createdAt: string;
  /** The newest key signs new tokens. */
  readonly isNewest: boolean;
}

const keyColumns: TableProps.ColumnDefinition<KeyRow>[] = [
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

/** The IDs of the keys that sign the network's access tokens, and the command for the next step of replacing a key. */
export function SigningKeys({ network: { networkId, signingKeys } }: { readonly network: Network }) {
  const command = useOperatorCommand();
  const older = signingKeys.length > 1 ? signingKeys[0] : undefined;
  return (
    <Table
      items={signingKeys
        .map(({ keyId, createdAt }, index) => ({ keyId, createdAt, isNewest: index === signingKeys.length - 1 }))
        .toReversed()}
      columnDefinitions={keyColumns}
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

export type Network = AnswerTo<'showNetwork'>;

/** An operator may change the network. */
const REFRESH_MILLISECONDS = 30_000;

/** The signed-in admin's network. It can be fetched whichever features are on. */
export function useNetwork() {
  const client = useClient();
  return useQuery({
    queryKey: ['network'],
    queryFn: ({ signal }) => client.showNetwork({}, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}
