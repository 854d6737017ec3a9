/**
 * The network's features, settings and keys. Admins can only read them, except for who gets notices; operators change
 * them on the command line.
 */
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRead } from '../api/api-provider.tsx';
import { useBreadcrumbs } from '../shared/app-link.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Copyable } from '../shared/text-view.tsx';
import { Features, Quotas, Settings, SigningKeys } from './network-tables.tsx';
import { Notices } from './notices.tsx';

/** An operator may change the network. */
const REFRESH_MILLISECONDS = 30_000;

export function Screen() {
  useBreadcrumbs({ text: 'Network', to: '/network' });
  const query = useRead(['network'], (client, options) => client.showNetwork({}, options), {
    refetchInterval: REFRESH_MILLISECONDS,
  });
  const network = query.data;
  if (network === undefined) return <NotLoaded what="the network" query={query} />;
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
