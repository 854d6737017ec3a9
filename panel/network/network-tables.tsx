/** What operators set for a network: features, settings, quotas and signing keys, each with its command. */
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { AnswerTo, Feature, HideMode } from '@social-platform-services/client';
import { featureTitles } from '../../contract/access.ts';
import { settingWords } from '../../contract/network-settings.ts';
import { quotaNames, quotas } from '../../contract/quotas.ts';
import { useOperatorCommand } from '../session/session-provider.tsx';
import { type Columns, DataTable } from '../shared/data-table.tsx';
import { Copyable } from '../shared/text-view.tsx';
import { numberText } from '../shared/texts.ts';
import { RelativeTime, Time } from '../shared/time.tsx';

export type Network = AnswerTo<'showNetwork'>;

interface NetworkProps {
  readonly network: Network;
}

const featureTexts: Readonly<Record<Feature, string>> = {
  webhooks: 'Events of the platform are posted to the URLs configured in this panel.',
  blockUser: 'Users can block each other, and front ends can check which authors to hide.',
  userActivity: 'Records what users do to posts and comments, and lists it.',
};
const features: readonly Feature[] = ['webhooks', 'blockUser', 'userActivity'];

export const Features = ({ network: { networkId, features: states } }: NetworkProps) => (
  <CommandTable
    title="Features"
    description="Features are private betas. Calls to a feature that is off are refused. Changes take effect within about a minute."
    valueHeader="State"
    rows={features.map((feature) => {
      const isOn = states[feature];
      return {
        name: featureTitles[feature],
        meaning: featureTexts[feature],
        value: <StatusIndicator type={isOn ? 'success' : 'stopped'}>{isOn ? 'On' : 'Off'}</StatusIndicator>,
        command: `feature ${isOn ? 'disable' : 'enable'} ${networkId} ${feature}`,
      };
    })}
  />
);

const hideModeTexts: Readonly<Record<HideMode, string>> = {
  blocker: 'A user who blocks another no longer sees the other’s content. The blocked user still sees theirs.',
  mutual: 'When one user blocks another, neither sees the other’s content.',
};
const otherMode = { blocker: 'mutual', mutual: 'blocker' } as const;

const blockEventsTexts: Readonly<Record<NonNullable<Network['blockEvents']>, string>> = {
  on: 'Webhooks get user.didBlock and user.didUnblock.',
  off: 'Webhooks get no events when users block each other.',
};

const retentionText = (days: number | undefined): string =>
  days === undefined
    ? 'Records do not expire.'
    : `New records expire ${days === 1 ? '1 day' : `${numberText(days)} days`} after the action.`;

export const Settings = ({
  network: { networkId, hideMode, activityRetentionDays: days, blockEvents = 'off' },
}: NetworkProps) => (
  <CommandTable
    title="Settings"
    valueHeader="Value"
    rows={[
      {
        name: settingWords.hideMode.title,
        meaning: hideModeTexts[hideMode],
        value: hideMode,
        command: `network set ${networkId} hideMode ${otherMode[hideMode]}`,
      },
      {
        name: 'Activity records',
        meaning: retentionText(days),
        value: days === undefined ? 'No end' : `${numberText(days)} d`,
        command: `network set ${networkId} activityRetentionDays ${days === undefined ? '365' : 'off'}`,
      },
      {
        name: settingWords.blockEvents.title,
        meaning: blockEventsTexts[blockEvents],
        value: blockEvents === 'on' ? 'On' : 'Off',
        command: `network set ${networkId} blockEvents ${blockEvents === 'on' ? 'off' : 'on'}`,
      },
    ]}
  />
);

export const Quotas = ({ network: { networkId, quotas: limits } }: NetworkProps) => (
  <CommandTable
    title="Quotas"
    description="Requests over a quota get 429 and are not carried out. A burst may use the requests of 10 or 20 seconds at the same time."
    valueHeader="Limit"
    rows={quotaNames.map((quota) => ({
      name: `${quotas[quota].counts}, a ${quotas[quota].limitSeconds === 1 ? 'second' : 'minute'}`,
      value: numberText(limits[quota]),
      command: `network set ${networkId} quota.${quota} ${2 * limits[quota]}`,
    }))}
  />
);

interface Row {
  readonly name: string;
  readonly meaning?: string;
  readonly value: React.ReactNode;
  /** Without what selects the service. */
  readonly command: string;
}

interface CommandTableProps {
  readonly title: string;
  readonly description?: string;
  readonly valueHeader: string;
  readonly rows: readonly Row[];
}

function CommandTable({ title, description, valueHeader, rows }: CommandTableProps) {
  const complete = useOperatorCommand();
  const columns: Columns<Row> = [
    {
      id: 'name',
      header: title,
      cell: ({ name, meaning }) => (
        <>
          {name}
          <Box color="text-body-secondary" fontSize="body-s">
            {meaning}
          </Box>
        </>
      ),
      isRowHeader: true,
      minWidth: 170,
    },
    { id: 'value', header: valueHeader, cell: ({ value }) => value, minWidth: 110 },
    {
      id: 'command',
      header: 'Command to change it',
      cell: ({ name, command }) => <Copyable text={complete(command)} what={`command for ${name}`} />,
      minWidth: 300,
    },
  ];
  return (
    <DataTable title={title} row={title} description={description} items={rows} columns={columns} trackBy="name" />
  );
}

interface KeyRow {
  readonly keyId: string;
  readonly createdAt: string;
  /** The newest key signs new tokens. */
  readonly isNewest: boolean;
}

const keyColumns: Columns<KeyRow> = [
  {
    id: 'id',
    header: 'Key',
    cell: ({ keyId }) => <Copyable text={keyId} what="key ID" />,
    isRowHeader: true,
    minWidth: 280,
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
    <DataTable
      title="Signing keys"
      row="Key"
      counter={`(${signingKeys.length})`}
      description="These keys sign the access tokens of this network’s users, servers and admins. Only operators can see their secrets."
      items={signingKeys
        .map(({ keyId, createdAt }, index) => ({ keyId, createdAt, isNewest: index === signingKeys.length - 1 }))
        .toReversed()}
      columns={keyColumns}
      trackBy="keyId"
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
      empty="These keys were created before the service stored key IDs for this page. The page lists them once an operator rotates or revokes a key."
    />
  );
}
