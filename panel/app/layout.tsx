/** The frame around every screen: top bar, navigation, notices, and what must be settled before a screen can work. */
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useConnectionNotice } from '../api/connection-notice.tsx';
import { SessionEnded } from '../session/session-ended.tsx';
import { useSession } from '../session/session-provider.tsx';
import { SignInScreen } from '../session/sign-in-screen.tsx';
import { BreadcrumbSlot } from './breadcrumbs.tsx';
import { Navigation } from './navigation.tsx';
import { NoticesBar } from './notices.tsx';
import { TopBar } from './top-bar.tsx';

export function Layout() {
  const { state } = useSession();
  const [navigationOpen, setNavigationOpen] = useNavigationOpen();
  const lasting = useConnectionNotice();
  return (
    <>
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
            breadcrumbs={<BreadcrumbSlot />}
            notifications={<NoticesBar lasting={lasting} />}
            stickyNotifications
            toolsHide
            ariaLabels={{ navigation: 'Screens', notifications: 'Notices' }}
            content={<Outlet key={state.session.networkId} />}
          />
          <SessionEnded />
        </>
      )}
    </>
  );
}

/** Beside the screen where there is room. On a phone it covers the screen, and goes away when one was chosen. */
function useNavigationOpen() {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the screen is looked at.
  useEffect(() => setIsOpen((wasOpen) => wasOpen && hasRoom()), [pathname]);
  return [isOpen, setIsOpen] as const;
}

/** Cloudscape's own bound. */
const hasRoom = () => matchMedia('(min-width: 689px)').matches;

const Starting = () => (
  <main className="narrow-page">
    <StatusIndicator type="loading">Signing in</StatusIndicator>
  </main>
);
