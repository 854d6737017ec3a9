/** The routes: which screen has which address. Addresses are in the URL’s fragment, so any static host will do. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import Spinner from '@cloudscape-design/components/spinner';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createHashRouter, Navigate, type RouteObject, RouterProvider, useRouteError } from 'react-router';
import { useSession } from '../session/session-provider.tsx';
import { NarrowPage, Page } from '../shared/page.tsx';
import { Screen as Webhooks } from '../webhooks/list/list-screen.tsx';
import { Layout } from './layout.tsx';

const load = () => import('./later-screens.ts');

/** A route whose screen is loaded when it, or another such screen, is opened. */
const screen = (path: string, name: keyof Awaited<ReturnType<typeof load>>): RouteObject => ({
  path,
  errorElement: <ScreenError />,
  hydrateFallbackElement: <Spinner size="large" />,
  lazy: async () => ({ Component: (await load())[name] }),
});

const NotFoundScreen = () => (
  <Page title="Page not found">
    <Link href="#/webhooks">Go to webhooks</Link>
  </Page>
);

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
      screen('/webhooks/:webhookId', 'Webhook'),
      screen('/webhooks/:webhookId/edit', 'Edit'),
      screen('/webhooks/:webhookId/deliveries', 'Log'),
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
  const error = useRouteError();
  const isOutage = useReloadAfterOutage();
  return isOutage ? (
    <NotDisplayed reason="The panel can’t be reached. This page opens once it can." />
  ) : (
    <NotDisplayed
      reason={`${error instanceof Error ? error.message : 'Something went wrong.'} Reload to get the latest version of the panel.`}
    />
  );
}

/** Shown in place of the panel, or of a screen. */
export const NotDisplayed = ({ reason }: { readonly reason: string }) => (
  <NarrowPage title="Admin panel">
    <Alert
      type="error"
      header="This page could not be displayed"
      action={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      {reason}
    </Alert>
  </NarrowPage>
);

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
