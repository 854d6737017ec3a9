/** The frame of every screen: top bar, navigation and notifications. Without a session, it is the sign-in screen. */
import Button from '@cloudscape-design/components/button';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useApi } from '../api/api-provider.tsx';
import { sessionKey } from '../session/session.ts';
import { useSession, useSignedIn } from '../session/session-provider.tsx';
import { SCREEN } from '../shared/data-table.tsx';
import { NotificationBar, type Problem } from '../shared/notifications.tsx';
import type { BreadcrumbBar } from '../shared/page.tsx';
import { Countdown } from '../shared/time.tsx';
import { useSignInScreens } from './lazy-loading.ts';
import { NotDisplayed } from './not-displayed.tsx';
import { TopBar } from './top-bar.tsx';

export function Layout() {
  const { state, hasEnded, openedLink } = useSession();
  useRoutedLinks();
  return (
    <>
      <SkipLink />
      <div id="top-bar" ref={noteHeight}>
        <TopBar />
      </div>
      {state.kind === 'signedOut' && <SignIn reason={state.reason} />}
      {state.kind === 'signedIn' && (
        <>
          <Frame key={sessionKey(state.session)} />
          {(hasEnded || openedLink?.kind === 'foreign') && <SessionDialogs />}
        </>
      )}
    </>
  );
}

/** Writes the height of the top bar into a property, below which panel.css keeps what sticks there. */
function noteHeight(bar: HTMLElement | null) {
  if (bar === null) return;
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--top-bar-height', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => observer.disconnect();
}

/** The navigation beside the screen, or on a phone over it; the way to the screen; notifications; and the screen. */
function Frame() {
  const [isOpen, setOpen] = useNavigationOpen();
  const [breadcrumbBar, setBreadcrumbBar] = useState<BreadcrumbBar>(null);
  return (
    <div className="frame">
      {isOpen && (
        <nav
          aria-label="Main navigation"
          onKeyDown={({ key }) => {
            if (key === 'Escape' && !wide.matches) setOpen(false);
          }}
        >
          <div className="close-navigation">
            <Button variant="icon" iconName="close" ariaLabel="Close navigation" onClick={() => setOpen(false)} />
          </div>
          <Navigation />
        </nav>
      )}
      <div className="beside-navigation">
        <div className="toolbar">
          {!isOpen && (
            <nav aria-label="Main navigation">
              <Button
                variant="icon"
                iconName="menu"
                ariaLabel="Open navigation"
                ariaExpanded={false}
                onClick={() => setOpen(true)}
              />
            </nav>
          )}
          <div ref={setBreadcrumbBar} />
        </div>
        <section className="notifications" aria-label="Notifications">
          <Notifications />
        </section>
        <main id={SCREEN} tabIndex={-1}>
          <Outlet context={breadcrumbBar} />
        </main>
      </div>
    </div>
  );
}

/** The sign-in screen, which is loaded once nobody is signed in. */
function SignIn({ reason }: { readonly reason: string | undefined }) {
  const { module, error } = useSignInScreens();
  if (error !== undefined) return <NotDisplayed reason={error.message} />;
  return module && <module.SignInScreen reason={reason} />;
}

/** The dialogs about the session, which are loaded once there is something to say. */
function SessionDialogs() {
  const { module } = useSignInScreens();
  return module && <module.SessionDialogs />;
}

const Notifications = () => <NotificationBar persistent={useProblems()} />;

const wide = matchMedia('(min-width: 900px)');

/** Open beside the screen if there is room. On a phone it covers the screen, and closes once a screen is chosen. */
function useNavigationOpen() {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(wide.matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the screen changes.
  useEffect(() => setIsOpen((wasOpen) => wasOpen && wide.matches), [pathname]);
  return [isOpen, setIsOpen] as const;
}

const SkipLink = () => (
  <nav aria-label="On this page">
    <a
      className="skip-link"
      href={location.hash}
      onClick={(event) => {
        // The fragment of the URL is the address of the screen.
        event.preventDefault();
        document.getElementById(SCREEN)?.focus();
      }}
    >
      Skip to main content
    </a>
  </nav>
);

const screens = [
  { type: 'link', text: 'Overview', href: '#/overview' },
  { type: 'link', text: 'Webhooks', href: '#/webhooks' },
  { type: 'link', text: 'Deliveries', href: '#/deliveries' },
  { type: 'link', text: 'Event catalogue', href: '#/event-types' },
  { type: 'link', text: 'Audit trail', href: '#/audit' },
  { type: 'link', text: 'Network', href: '#/network' },
] as const;

/** The documentation site, on the same host. */
const documentation = {
  type: 'link',
  text: 'Documentation',
  href: '/docs/',
  external: true,
  externalIconAriaLabel: 'Opens in a new tab',
} as const;

/** The side navigation. */
function Navigation() {
  const { networkId } = useSignedIn();
  const { pathname } = useLocation();
  const active = screens.find(({ href }) => `#${pathname}`.startsWith(href));
  return (
    <SideNavigation
      header={{ text: networkId, href: '#/network' }}
      items={[...screens, { type: 'divider' }, documentation]}
      {...(active && { activeHref: active.href })}
    />
  );
}

/** Has links to screens followed by the router, which asks before unsaved changes are lost. */
function useRoutedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!(link instanceof HTMLAnchorElement) || !isPlain || event.defaultPrevented) return;
      event.preventDefault();
      void navigate(link.hash.slice(1));
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

const troubleTexts = {
  unreachable: ['The service can’t be reached', ''],
  failing: ['The service responds with errors', 'An operator can find the last one by its request ID'],
  slow: ['The service takes long to respond', ''],
} as const;

/** What is wrong now: with the API, with how often it was called, and with a link that was opened. */
function useProblems(): readonly Problem[] {
  const { trouble, throttledUntil } = useApi();
  const { openedLink, closeLink } = useSession();
  const queries = useQueryClient();
  const problems: Problem[] = [];
  if (trouble !== undefined) {
    // It goes away by itself: what failed is read again, after longer and longer waits.
    const [header, hint] = troubleTexts[trouble.kind];
    problems.push({
      id: 'trouble',
      type: 'warning',
      header,
      content: `What you see may be out of date. Your input is kept, and the panel keeps trying.${trouble.requestId === undefined ? '' : ` ${hint}: ${trouble.requestId}.`}`,
      action: <Button onClick={() => void queries.refetchQueries({ predicate: isFailing })}>Try now</Button>,
    });
  }
  if (throttledUntil !== undefined) {
    problems.push({
      id: 'throttled',
      type: 'info',
      header: 'Too many requests',
      content: <Countdown what="Continuing" at={new Date(throttledUntil).toISOString()} />,
    });
  }
  if (openedLink?.kind === 'refused') {
    problems.push({
      id: 'link',
      type: 'error',
      content: `${openedLink.reason} You are still signed in as before.`,
      onDismiss: closeLink,
    });
  }
  return problems;
}

const isFailing = (query: Query): boolean => query.isActive() && query.state.status === 'error';
