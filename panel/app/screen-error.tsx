/** Shown in place of a screen that does not exist or has failed. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import { useRouteError } from 'react-router';
import { AppLink } from '../shared/app-link.tsx';
import { useReloadAfterOutage } from './use-reload-after-outage.ts';

/**
 * A screen has a bug, or could not be loaded: after a new version was deployed, or during an outage, whose end reloads the
 * panel.
 */
export function ScreenError() {
  const error = useRouteError();
  const isOutage = useReloadAfterOutage();
  return (
    <main className="narrow-page">
      <Alert
        type="error"
        header="This page could not be displayed"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        {isOutage
          ? 'The panel can’t be reached. This page opens once it can.'
          : `${error instanceof Error ? error.message : 'Something went wrong.'} Reload to get the latest version of the panel.`}
      </Alert>
    </main>
  );
}

export function NotFoundScreen() {
  return (
    <ContentLayout header={<Header variant="h1">Page not found</Header>}>
      <AppLink to="/webhooks">Go to webhooks</AppLink>
    </ContentLayout>
  );
}
