/** What a webhook is, for an admin whose network has none. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { hrefOf, useFollow } from '../../app/app-link.tsx';

export function NoWebhooks() {
  const follow = useFollow();
  return (
    <Container>
      <Box textAlign="center" padding={{ vertical: 'xl' }}>
        <SpaceBetween size="m" alignItems="center">
          <Box variant="h2">This network has no webhooks yet</Box>
          <Box color="text-body-secondary">
            A webhook is a URL of yours that hears what happens: a channel was created, a message was sent, a post was
            liked. Within moments, each event is posted there, for search, analytics, moderation or whatever you build.
          </Box>
          <Button variant="primary" href={hrefOf('/webhooks/create')} onFollow={follow}>
            Create webhook
          </Button>
        </SpaceBetween>
      </Box>
    </Container>
  );
}
