/** What stands in place of a screen that isn't there or that failed. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import { useRouteError } from 'react-router';
import { AppLink } from './app-link.tsx';

/** A screen could not be loaded, as after a new version was deployed, or has a fault. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <main className="narrow-page">
      <Alert
        type="error"
        header="This screen could not be shown"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        {error instanceof Error ? error.message : 'It failed for an unknown reason.'} Reloading fetches the latest
        version of the panel.
      </Alert>
    </main>
  );
}

export function NotFoundScreen() {
  return (
    <ContentLayout header={<Header variant="h1">There is no such screen</Header>}>
      <AppLink to="/webhooks">Go to the webhooks</AppLink>
    </ContentLayout>
  );
}
