/** The features of the network, which are on, and how an operator switches them. */
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { Feature } from '../../client/index.ts';
import { Copyable } from '../shared/copyable.tsx';
import type { Network } from './network-queries.ts';
import { features, featureWords } from './words.ts';

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
        {featureWords[feature].name}
        <Box color="text-body-secondary" fontSize="body-s">
          {featureWords[feature].meaning}
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
    header: 'How an operator changes that',
    cell: ({ feature, command }) => <Copyable text={command} what={`command for ${featureWords[feature].name}`} />,
    minWidth: 300,
  },
];

export const Features = ({ network }: { readonly network: Network }) => (
  <Table
    items={features.map((feature) => rowOf(network, feature))}
    columnDefinitions={columns}
    trackBy="feature"
    ariaLabels={{ tableLabel: 'Features' }}
    header={
      <Header description="Features are private betas: a call to one that is off is refused. A switch is noticed within about a minute.">
        Features
      </Header>
    }
    wrapLines
  />
);

function rowOf({ networkId, features: states }: Network, feature: Feature): Row {
  const isOn = states[feature];
  const command = `npm run -s ctl -- feature ${isOn ? 'disable' : 'enable'} ${networkId} ${feature}`;
  return { feature, isOn, command };
}
