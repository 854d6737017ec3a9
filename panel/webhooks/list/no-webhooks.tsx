/** Explains webhooks to an admin whose network has none. */

import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { LinkButton } from '../../shared/app-link.tsx';
import { ForAdmins } from '../../shared/for-admins.tsx';

export function NoWebhooks() {
  return (
    <Container>
      <Box textAlign="center" padding={{ vertical: 'xl' }}>
        <SpaceBetween size="m" alignItems="center">
          <Box variant="h2">This network has no webhooks yet</Box>
          <Box color="text-body-secondary">
            A webhook tells a URL of yours what happens: a channel was created, a message was sent, a post was liked.
            Each event is posted within moments, for search, analytics, moderation or anything else you build.
          </Box>
          <ForAdmins>
            <LinkButton variant="primary" to="/webhooks/create">
              Create webhook
            </LinkButton>
          </ForAdmins>
        </SpaceBetween>
      </Box>
    </Container>
  );
}
