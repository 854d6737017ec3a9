/** All webhooks of the network, those that need attention first. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ForAdmins, useSignedIn } from '../../session/session-provider.tsx';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { Page } from '../../shared/page.tsx';
import { useWebhookStatistics, useWebhooks } from '../../shared/queries.ts';
import { WebhookTable } from './webhook-table.tsx';

export function Screen() {
  const { networkId } = useSignedIn();
  const query = useWebhooks();
  const { data } = query;
  const statistics = useWebhookStatistics();
  const isEmpty = data?.results.length === 0;
  return (
    <Page
      title="Webhooks"
      description={`Each event of the network ${networkId} is signed and posted to every webhook that subscribes to it.`}
      actions={!isEmpty && <CreateButton />}
    >
      {data?.warnings?.map((warning) => (
        <Alert key={warning} type="warning">
          {warning}
        </Alert>
      ))}
      {data === undefined && <NotLoaded what="the webhooks" query={query} />}
      {isEmpty && <NoWebhooks />}
      {data !== undefined && !isEmpty && (
        <WebhookTable
          webhooks={data.results}
          counts={statistics.data?.results}
          countsFailed={statistics.isError && statistics.data === undefined}
        />
      )}
    </Page>
  );
}

const CreateButton = () => (
  <ForAdmins>
    <Button variant="primary" href="#/webhooks/create">
      Create webhook
    </Button>
  </ForAdmins>
);

/** Explains webhooks to an admin whose network has none. */
function NoWebhooks() {
  return (
    <Container>
      <Box textAlign="center" padding={{ vertical: 'xl' }}>
        <SpaceBetween size="m" alignItems="center">
          <Box variant="h2">This network has no webhooks yet</Box>
          <Box color="text-body-secondary">
            A webhook sends events to a URL of yours, for example when a channel is created, a message is sent, or a
            post is liked. Each event arrives within moments.
          </Box>
          <CreateButton />
        </SpaceBetween>
      </Box>
    </Container>
  );
}
