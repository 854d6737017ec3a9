/** The frame around every screen: top bar, navigation and notifications. Without a session, it shows the sign-in screen. */
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import Button from '@cloudscape-design/components/button';
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApi, useClient } from '../api/api-provider.tsx';
import { useSession, useSignedIn } from '../session/session-provider.tsx';
import { Breadcrumbs, hrefOf, useOnFollow } from '../shared/app-link.tsx';
import { NotificationBar } from '../shared/notifications.tsx';
import { Countdown } from '../shared/time.tsx';
import { ForeignLink, MALFORMED_LINK, SessionEnded, SignInScreen } from '../sign-in/sign-in-screen.tsx';
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

const RETRY_MILLISECONDS = 5_000;

/** The notification, if any. While it is shown, the API is called again every few seconds. */
function useConnectionNotification(): FlashbarProps.MessageDefinition[] {
  const { isReachable } = useApi();
  const client = useClient();
  const queries = useQueryClient();
  // Fetches the data of the screen again; for a screen without any, calls the health check.
  const { mutate: reconnect, isPending: isReconnecting } = useMutation({
    mutationFn: async () => {
      const hasData = queries.getQueryCache().findAll({ type: 'active' }).length > 0;
      if (hasData) await queries.refetchQueries({ type: 'active' }, { throwOnError: true });
      else await client.getHealth();
    },
  });
  useEffect(() => {
    if (isReachable || isReconnecting) return;
    const timer = setTimeout(reconnect, RETRY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isReachable, isReconnecting, reconnect]);
  if (isReachable) return [];
  return [
    {
      id: 'connection',
      type: 'warning',
      ariaRole: 'alert',
      header: 'The service can’t be reached',
      content: 'This page may be out of date. Your input is kept, and the panel retries every few seconds.',
      action: (
        <Button onClick={() => reconnect()} loading={isReconnecting} loadingText="Retrying">
          Retry now
        </Button>
      ),
    },
  ];
}

/** The notification, if any. */
function useThrottleNotification(): FlashbarProps.MessageDefinition[] {
  const { throttledUntil: until } = useApi();
  if (until === undefined) return [];
  return [
    {
      id: 'throttled',
      type: 'info',
      ariaRole: 'status',
      header: 'Too many requests',
      content: <Countdown what="Going on" at={new Date(until).toISOString()} />,
    },
  ];
}

/** The notification, if any. */
function useLinkNotification(): FlashbarProps.MessageDefinition[] {
  const { openedLink, closeLink } = useSession();
  if (openedLink?.kind !== 'malformed') return [];
  return [
    {
      id: 'link',
      type: 'error',
      ariaRole: 'alert',
      content: `${MALFORMED_LINK} You are still signed in as before.`,
      dismissible: true,
      dismissLabel: 'Dismiss',
      onDismiss: closeLink,
    },
  ];
}
