/** The panel as a whole: language, notices, session, API, and the screens inside. */
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { ApiProvider } from '../api/api-provider.tsx';
import { SessionProvider } from '../session/session-provider.tsx';
import { NoticesProvider } from './notices.tsx';
import { Screens } from './screens.tsx';

export function App() {
  return (
    <I18nProvider locale="en" messages={[messages]}>
      <NoticesProvider>
        <SessionProvider>
          <ApiProvider>
            <Screens />
          </ApiProvider>
        </SessionProvider>
      </NoticesProvider>
    </I18nProvider>
  );
}
