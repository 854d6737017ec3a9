/**
 * The network's features, settings and keys. Admins can only read them, except for who gets notices; operators change
 * them on the command line.
 */
import { useRead } from '../api/api-provider.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page } from '../shared/page.tsx';
import { Copyable } from '../shared/text-view.tsx';
import { Features, Quotas, Settings, SigningKeys } from './network-tables.tsx';
import { Notices } from './notices.tsx';
import { SourceAddresses } from './source-addresses.tsx';

/** An operator may change the network. */
const REFRESH_MS = 30_000;

export function Screen() {
  const query = useRead(['network'], (client, options) => client.showNetwork({}, options), {
    refetchInterval: REFRESH_MS,
  });
  const network = query.data;
  return (
    <Page
      title="Network"
      info={network && <Copyable text={network.networkId} what="network ID" />}
      description="Admins change who gets notices. Operators of the service change everything else, with the commands shown here."
    >
      {network === undefined && <NotLoaded what="the network" query={query} />}
      {network && <Features network={network} />}
      {network && <Settings network={network} />}
      {network?.features.webhooks && <Notices />}
      {network?.features.webhooks && <SourceAddresses />}
      {network && <Quotas network={network} />}
      {network && <SigningKeys network={network} />}
    </Page>
  );
}
