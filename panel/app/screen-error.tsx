/** Shown in place of a screen that does not exist or has failed. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import { useRouteError } from 'react-router';
import { AppLink } from '../shared/app-link.tsx';

/** A screen could not be loaded, for example after a new version was deployed, or has a bug. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <main className="narrow-page">
      <Alert
        type="error"
        header="This page could not be displayed"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        {error instanceof Error ? error.message : 'Something went wrong.'} Reload to get the latest version of the
        panel.
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
