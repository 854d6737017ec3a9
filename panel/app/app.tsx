/** The panel as a whole: language, notifications, breadcrumbs, session, API, and the screens. */
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { ApiProvider } from '../api/api-provider.tsx';
import type { LinkTokens } from '../session/link-token.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import { BreadcrumbsProvider } from '../shared/breadcrumbs.tsx';
import { NotificationsProvider } from '../shared/notifications.tsx';
import { Screens } from './screens.tsx';

export function App({ linkTokens }: { readonly linkTokens: LinkTokens }) {
  return (
    <I18nProvider locale="en" messages={[messages]}>
      <NotificationsProvider>
        <BreadcrumbsProvider>
          <SessionProvider linkTokens={linkTokens}>
            <ApiProvider>
              <Screens />
            </ApiProvider>
          </SessionProvider>
        </BreadcrumbsProvider>
      </NotificationsProvider>
    </I18nProvider>
  );
}
