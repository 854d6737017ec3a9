/** The list of screens at the side. */
import SideNavigation from '@cloudscape-design/components/side-navigation';
import { useLocation } from 'react-router';
import { useSignedIn } from '../session/session-provider.tsx';
import { hrefOf, useFollow } from './app-link.tsx';

const screens = [
  { text: 'Webhooks', to: '/webhooks' },
  { text: 'Event catalogue', to: '/event-types' },
  { text: 'Verify signatures', to: '/verification' },
  { text: 'Network', to: '/network' },
] as const;

export function Navigation() {
  const follow = useFollow();
  const { networkId } = useSignedIn();
  const { pathname } = useLocation();
  const active = screens.find(({ to }) => pathname.startsWith(to));
  return (
    <SideNavigation
      header={{ text: networkId, href: hrefOf('/network') }}
      items={screens.map(({ text, to }) => ({ type: 'link', text, href: hrefOf(to) }))}
      {...(active && { activeHref: hrefOf(active.to) })}
      onFollow={follow}
    />
  );
}
