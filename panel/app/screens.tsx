/** The routes: which screen has which address. Addresses are in the URL’s fragment, so any static host will do. */
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createHashRouter, Navigate, type RouteObject, RouterProvider, useRouteError } from 'react-router';
import { useSession } from '../session/session-provider.tsx';
import { NarrowPage, Page } from '../shared/page.tsx';
import { sentence } from '../shared/texts.ts';
import { Screen as Webhooks } from '../webhooks/list/list-screen.tsx';
import { Layout } from './layout.tsx';
import { useLazyScreens } from './lazy-loading.ts';
import { NotDisplayed } from './not-displayed.tsx';

type Screens = NonNullable<ReturnType<typeof useLazyScreens>['module']>;

/** A route whose screen is loaded when it, or another such screen, is opened. */
const screen = (path: string, name: keyof Screens, key = path): RouteObject => ({
  path,
  errorElement: <ScreenError />,
  element: <LazyScreen key={key} name={name} />,
});

/** The screen before is gone at once, even while the code of this one is loaded. */
function LazyScreen({ name }: { readonly name: keyof Screens }) {
  const { module, error } = useLazyScreens();
  if (error !== undefined) return <ScreenFailed error={error} />;
  if (module === undefined) return <LoadingScreen />;
  const Screen = module[name];
  return <Screen />;
}

/** The place of a screen whose code is being loaded; what the address is of is not known here. */
const LoadingScreen = () => (
  <Page title="Loading">
    <StatusIndicator type="loading">Loading the page</StatusIndicator>
  </Page>
);

const NotFoundScreen = () => (
  <Page title="Page not found">
    <Link href="#/webhooks">Go to webhooks</Link>
  </Page>
);

/** The addresses of a webhook's tabs, which are one screen. */
const tabs = ['', '/deliveries', '/testing', '/settings'];

const routes: RouteObject[] = [
  screen('/confirm-address/:networkId/:token', 'ConfirmAddress'),
  {
    element: <Layout />,
    errorElement: <ScreenError />,
    children: [
      { index: true, element: <Navigate to="/webhooks" replace /> },
      screen('/overview', 'NetworkOverview'),
      { path: '/webhooks', Component: Webhooks },
      screen('/webhooks/create', 'Create'),
      ...tabs.map((tab) => screen(`/webhooks/:webhookId${tab}`, 'Webhook', 'webhook')),
      screen('/webhooks/:webhookId/edit', 'Edit'),
      screen('/webhooks/:webhookId/deliveries/:deliveryId', 'Delivery'),
      screen('/deliveries', 'NetworkLog'),
      screen('/events/:eventId', 'Event'),
      screen('/search', 'Search'),
      screen('/event-types', 'EventTypes'),
      screen('/audit', 'Audit'),
      screen('/network', 'Network'),
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
];

export function Screens() {
  const { state } = useSession();
  return state.kind === 'starting' ? <Starting /> : <RoutedScreens />;
}

function RoutedScreens() {
  // Not created at import: by now the address is a screen's, without the code of an admin link or of a sign-in page.
  const [router] = useState(() => createHashRouter(routes));
  return <RouterProvider router={router} />;
}

/** Until it is known who is signed in. */
export const Starting = () => (
  <NarrowPage title="Sign in">
    <StatusIndicator type="loading">Signing in</StatusIndicator>
  </NarrowPage>
);

/**
 * A screen has a bug, or could not be loaded: after a deployment, or during an outage, whose end reloads the panel.
 */
function ScreenError() {
  return <ScreenFailed error={useRouteError()} />;
}

function ScreenFailed({ error }: { readonly error: unknown }) {
  const isOutage = useReloadAfterOutage();
  return isOutage ? (
    <NotDisplayed reason="The panel can’t be reached. This page opens once it can." />
  ) : (
    <NotDisplayed
      reason={`${sentence(error instanceof Error ? error.message : 'Something went wrong')} Reload to get the latest version of the panel.`}
    />
  );
}

const CHECK_MS = 3_000;

/**
 * Whether the panel's host can't be reached. While it can't, it is asked every few seconds, and the panel is reloaded
 * at the end of the outage: a browser does not load a script again that it could not load.
 */
function useReloadAfterOutage(): boolean {
  const { isSuccess, failureCount } = useQuery({
    queryKey: ['host'],
    queryFn: async () => (await fetch('config.json', { method: 'HEAD', cache: 'no-store' })).ok || Promise.reject(),
    networkMode: 'always',
    retry: true,
    retryDelay: CHECK_MS,
    gcTime: 0,
  });
  const wasOutage = useRef(false);
  wasOutage.current ||= failureCount > 0;
  useEffect(() => {
    if (isSuccess && wasOutage.current) location.reload();
  }, [isSuccess]);
  return wasOutage.current;
}
