/** The routes: which screen has which address. Addresses are in the URL’s fragment, so that any static host can serve the panel. */
import Spinner from '@cloudscape-design/components/spinner';
import { useState } from 'react';
import { createHashRouter, Navigate, type RouteObject, RouterProvider } from 'react-router';
import { Layout } from './layout.tsx';
import { NotFoundScreen, ScreenError } from './screen-error.tsx';

/** A route whose screen is loaded when it is opened. */
function screen(path: string, load: () => Promise<{ Screen: () => React.ReactNode }>): RouteObject {
  return {
    path,
    errorElement: <ScreenError />,
    hydrateFallbackElement: <Spinner size="large" />,
    lazy: async () => ({ Component: (await load()).Screen }),
  };
}

const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ScreenError />,
    children: [
      { index: true, element: <Navigate to="/webhooks" replace /> },
      screen('/webhooks', () => import('../webhooks/list/list-screen.tsx')),
      screen('/webhooks/create', () => import('../webhooks/form/create-screen.tsx')),
      screen('/webhooks/:webhookId', () => import('../webhooks/detail/detail-screen.tsx')),
      screen('/webhooks/:webhookId/edit', () => import('../webhooks/form/edit-screen.tsx')),
      screen('/webhooks/:webhookId/deliveries', () => import('../deliveries/list/list-screen.tsx')),
      screen('/webhooks/:webhookId/deliveries/:deliveryId', () => import('../deliveries/detail/detail-screen.tsx')),
      screen('/deliveries', () => import('../deliveries/list/network-list-screen.tsx')),
      screen('/events/:eventId?', () => import('../deliveries/event/event-screen.tsx')),
      screen('/event-types', () => import('../event-types/event-types-screen.tsx')),
      screen('/audit', () => import('../audit/audit-screen.tsx')),
      screen('/network', () => import('../network/network-screen.tsx')),
      screen('/verification', () => import('../verification/verification-screen.tsx')),
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
];

export function Screens() {
  // Created here and not at import: by now an admin link's token is gone from the address bar.
  const [router] = useState(() => createHashRouter(routes));
  return <RouterProvider router={router} />;
}
