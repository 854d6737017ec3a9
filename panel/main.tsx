/** The admin panel's entry: takes an admin link's code out of the address bar first of all, then renders the panel. */
import '@cloudscape-design/global-styles/index.css';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from './api/api-provider.tsx';
import { Screens } from './app/screens.tsx';
import './panel.css';
import { takeLinkCodes } from './session/link.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { NotificationsProvider } from './shared/notifications.tsx';
import { TrailProvider } from './shared/page.tsx';

const linkCodes = takeLinkCodes();
const element = document.getElementById('panel');
if (element === null) throw new Error('The page has no element with the id "panel".');
createRoot(element).render(
  <StrictMode>
    <I18nProvider locale="en" messages={[messages]}>
      <NotificationsProvider>
        <TrailProvider>
          <SessionProvider linkCodes={linkCodes}>
            <ApiProvider>
              <Screens />
            </ApiProvider>
          </SessionProvider>
        </TrailProvider>
      </NotificationsProvider>
    </I18nProvider>
  </StrictMode>,
);
