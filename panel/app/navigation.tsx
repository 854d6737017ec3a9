/** The side navigation. */
import SideNavigation from '@cloudscape-design/components/side-navigation';
import { useLocation } from 'react-router';
import { useSignedIn } from '../session/session-provider.tsx';
import { hrefOf, useOnFollow } from '../shared/app-link.tsx';

const screens = [
  { text: 'Webhooks', to: '/webhooks' },
  { text: 'Event catalogue', to: '/event-types' },
  { text: 'Verify signatures', to: '/verification' },
  { text: 'Network', to: '/network' },
] as const;

export function Navigation() {
  const onFollow = useOnFollow();
  const { networkId } = useSignedIn();
  const { pathname } = useLocation();
  const active = screens.find(({ to }) => pathname.startsWith(to));
  return (
    <SideNavigation
      header={{ text: networkId, href: hrefOf('/network') }}
      items={screens.map(({ text, to }) => ({ type: 'link', text, href: hrefOf(to) }))}
      {...(active && { activeHref: hrefOf(active.to) })}
      onFollow={onFollow}
    />
  );
}
