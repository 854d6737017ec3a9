/** The frame around every screen: top bar, navigation and notifications. Without a session, it shows the sign-in screen. */
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession, useSignedIn } from '../session/session-provider.tsx';
import { Breadcrumbs, hrefOf, useOnFollow } from '../shared/app-link.tsx';
import { NotificationBar } from '../shared/notifications.tsx';
import { ForeignLink, SessionEnded } from '../sign-in/session-dialogs.tsx';
import { SignInScreen } from '../sign-in/sign-in-screen.tsx';
import { useConnectionNotification, useLinkNotification, useThrottleNotification } from './standing-notifications.tsx';
import { TopBar } from './top-bar.tsx';

export function Layout() {
  const { state } = useSession();
  const [navigationOpen, setNavigationOpen] = useNavigationOpen();
  return (
    <>
      <SkipLink />
      <div id="top-bar">
        <TopBar />
      </div>
      {state.kind === 'starting' && <Starting />}
      {state.kind === 'signedOut' && <SignInScreen reason={state.reason} />}
      {state.kind === 'signedIn' && (
        <>
          <AppLayoutToolbar
            headerSelector="#top-bar"
            navigation={<Navigation />}
            navigationOpen={navigationOpen}
            onNavigationChange={({ detail }) => setNavigationOpen(detail.open)}
            breadcrumbs={<Breadcrumbs />}
            notifications={<Notifications />}
            stickyNotifications
            toolsHide
            ariaLabels={{ navigation: 'Main navigation', notifications: 'Notifications' }}
            content={
              <div id={SKIP_TARGET} tabIndex={-1}>
                <Outlet key={state.session.networkId} />
              </div>
            }
          />
          <SessionEnded />
          <ForeignLink />
        </>
      )}
    </>
  );
}

const Notifications = () => (
  <NotificationBar
    persistent={[...useConnectionNotification(), ...useThrottleNotification(), ...useLinkNotification()]}
  />
);

/** Open beside the screen if the window is wide enough. On a phone it covers the screen, and closes once a screen is chosen. */
function useNavigationOpen() {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the screen changes.
  useEffect(() => setIsOpen((wasOpen) => wasOpen && isWide()), [pathname]);
  return [isOpen, setIsOpen] as const;
}

/** Cloudscape's own breakpoint. */
const isWide = () => matchMedia('(min-width: 689px)').matches;

const Starting = () => (
  <main className="narrow-page">
    <StatusIndicator type="loading">Signing in</StatusIndicator>
  </main>
);

/** The ID of the element that it moves the focus to. */
const SKIP_TARGET = 'screen';

const SkipLink = () => (
  <a
    className="skip-link"
    href={location.hash}
    onClick={(event) => {
      // The fragment of the URL is the address of the screen.
      event.preventDefault();
      document.getElementById(SKIP_TARGET)?.focus();
    }}
  >
    Skip to main content
  </a>
);

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

/** The side navigation. */
function Navigation() {
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
