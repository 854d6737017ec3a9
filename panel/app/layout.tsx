/** The frame around every screen: top bar, navigation and notifications. Without a session, it shows the sign-in screen. */
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../session/session-provider.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { NotificationBar } from '../shared/notifications.tsx';
import { ForeignLink } from '../sign-in/foreign-link.tsx';
import { SessionEnded } from '../sign-in/session-ended.tsx';
import { SignInScreen } from '../sign-in/sign-in-screen.tsx';
import { useConnectionNotification } from './connection-notification.tsx';
import { useLinkNotification } from './link-notification.ts';
import { Navigation } from './navigation.tsx';
import { SKIP_TARGET, SkipLink } from './skip-link.tsx';
import { useThrottleNotification } from './throttle-notification.tsx';
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
