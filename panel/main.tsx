/** The admin panel's entry: takes an admin link's code out of the address bar first of all, then renders the panel. */
import '@cloudscape-design/global-styles/index.css';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from './api/api-provider.tsx';
import { NotDisplayed } from './app/not-displayed.tsx';
import { Screens, Starting } from './app/screens.tsx';
import './panel.css';
import { takeLinkCode } from './session/link.ts';
import { fetchPanelConfig } from './session/session.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { NotificationsProvider } from './shared/notifications.tsx';

const linkCode = takeLinkCode();
const element = document.getElementById('panel');
if (element === null) throw new Error('The page has no element with the id "panel".');
const root = createRoot(element);
const render = (panel: ReactNode): void =>
  root.render(
    <StrictMode>
      <I18nProvider locale="en" messages={[messages]}>
        {panel}
      </I18nProvider>
    </StrictMode>,
  );
render(<Starting />);
fetchPanelConfig().then(
  (config) =>
    render(
      <NotificationsProvider>
        <SessionProvider config={config} linkCode={linkCode}>
          <ApiProvider>
            <Screens />
          </ApiProvider>
        </SessionProvider>
      </NotificationsProvider>,
    ),
  (error: unknown) =>
    render(<NotDisplayed reason={error instanceof Error ? error.message : 'Something went wrong.'} />),
);
