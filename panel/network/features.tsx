/** The features of the network: whether they are on, and the command that changes that. */
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { Feature } from '../../client/index.ts';
import { Copyable } from '../shared/copyable.tsx';
import { useOperatorCommand } from '../shared/operator-command.ts';
import type { Network } from './network-query.ts';
import { features, featureTexts } from './setting-texts.ts';

interface Row {
  readonly feature: Feature;
  readonly isOn: boolean;
  readonly command: string;
}

const columns: TableProps.ColumnDefinition<Row>[] = [
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
      items={features.map((feature) => rowOf(network, feature, command))}
      columnDefinitions={columns}
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

function rowOf({ networkId, features: states }: Network, feature: Feature, command: (words: string) => string): Row {
  const isOn = states[feature];
  return { feature, isOn, command: command(`feature ${isOn ? 'disable' : 'enable'} ${networkId} ${feature}`) };
}
