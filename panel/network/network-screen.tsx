/** What an admin may know of the network. Operators change it, by the command line. */
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Problem } from '../api/problem.tsx';
import { useTrail } from '../app/breadcrumbs.tsx';
import { useSignedIn } from '../session/session-provider.tsx';
import { Copyable } from '../shared/copyable.tsx';
import { Features } from './features.tsx';
import { useNetwork } from './network-queries.ts';
import { Settings } from './settings.tsx';
import { SigningKeys } from './signing-keys.tsx';

export function Screen() {
  useTrail({ text: 'Network', to: '/network' });
  const { networkId } = useSignedIn();
  const { data: network, error, refetch } = useNetwork();
  if (network === undefined) {
    if (error === null) return <StatusIndicator type="loading">Loading the network</StatusIndicator>;
    return (
      <Problem error={error} what={`The network ${networkId} could not be loaded`} onRetry={() => void refetch()} />
    );
  }
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        info={<Copyable text={network.networkId} what="network id" />}
        description="This page is for reading. An operator of the service changes what it shows, with the commands that stand beside it; those for a deployed stage begin with npm run -s ctl -- --env and its name."
      >
        Network
      </Header>
      <Features network={network} />
      <Settings network={network} />
      <SigningKeys network={network} />
    </SpaceBetween>
  );
}
