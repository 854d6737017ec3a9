/** The side navigation. */
import SideNavigation from '@cloudscape-design/components/side-navigation';
import { useLocation } from 'react-router';
import { useSignedIn } from '../session/session-provider.tsx';
import { hrefOf, useOnFollow } from '../shared/app-link.tsx';

const screens = [
  { text: 'Webhooks', to: '/webhooks' },
  { text: 'Deliveries', to: '/deliveries' },
  { text: 'Find an event', to: '/events' },
  { text: 'Event catalogue', to: '/event-types' },
  { text: 'Verify signatures', to: '/verification' },
  { text: 'Audit trail', to: '/audit' },
  { text: 'Network', to: '/network' },
] as const;

/** The documentation site, on the same host. */
const DOCS = '/docs/';

export function Navigation() {
  const onFollow = useOnFollow();
  const { networkId } = useSignedIn();
  const { pathname } = useLocation();
  const active = screens.find(({ to }) => pathname.startsWith(to));
  return (
    <SideNavigation
      header={{ text: networkId, href: hrefOf('/network') }}
      items={[
        ...screens.map(({ text, to }) => ({ type: 'link', text, href: hrefOf(to) }) as const),
        { type: 'divider' },
        {
          type: 'link',
          text: 'Documentation',
          href: DOCS,
          external: true,
          externalIconAriaLabel: 'Opens in a new tab',
        },
      ]}
      {...(active && { activeHref: hrefOf(active.to) })}
      onFollow={onFollow}
    />
  );
}
