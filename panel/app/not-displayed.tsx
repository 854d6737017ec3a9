/** What is shown where nothing else can be. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { NarrowPage } from '../shared/page.tsx';

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
