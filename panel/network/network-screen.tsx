/**
 * The network's features, settings and keys. Admins can only read them, except for who gets notices; operators change them on the
 * command line.
 */
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useSignedIn } from '../session/session-provider.tsx';
import { useBreadcrumbs } from '../shared/breadcrumbs.tsx';
import { Copyable } from '../shared/copyable.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { Features } from './features.tsx';
import { useNetwork } from './network-query.ts';
import { Notices } from './notices.tsx';
import { Quotas } from './quotas.tsx';
import { Settings } from './settings.tsx';
import { SigningKeys } from './signing-keys.tsx';

export function Screen() {
  useBreadcrumbs({ text: 'Network', to: '/network' });
  const { networkId } = useSignedIn();
  const { data: network, error, refetch } = useNetwork();
  if (network === undefined) {
    if (error === null) return <StatusIndicator type="loading">Loading the network</StatusIndicator>;
    return (
      <ErrorAlert
        error={error}
        header={`The network ${networkId} could not be loaded`}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        info={<Copyable text={network.networkId} what="network ID" />}
        description="Admins change who gets notices. Operators of the service change everything else, with the commands shown here."
      >
        Network
      </Header>
      <Features network={network} />
      <Settings network={network} />
      {network.features.webhooks && <Notices />}
      <Quotas network={network} />
      <SigningKeys network={network} />
    </SpaceBetween>
  );
}
