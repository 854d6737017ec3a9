/** A webhook's state and configuration. */
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { actorText } from '../../shared/actor-text.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Breakable } from '../../shared/breakable.tsx';
import { Copyable } from '../../shared/copyable.tsx';
import { Time } from '../../shared/time.tsx';
import { WebhookState } from '../webhook-state.tsx';
import { CustomHeaders } from './custom-headers.tsx';
import { EventList } from './event-list.tsx';
import { Ledger } from './ledger.tsx';

export function Overview({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, url, events, headers, legacySignature, createdAt, updatedAt, updatedBy } = webhook;
  return (
    <Container header={<Header variant="h2">Overview</Header>}>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'State', value: <WebhookState webhook={webhook} /> },
          { label: 'URL', value: <Copyable text={url} what="URL" /> },
          { label: 'Webhook ID', value: <Copyable text={webhookId} what="webhook ID" /> },
          { label: 'Events', value: <EventList patterns={events} /> },
          { label: 'Custom headers', value: <CustomHeaders headers={headers} /> },
          { label: 'Legacy request', value: legacySignature ? 'On: each event is posted twice' : 'Off' },
          { label: 'Ledger', value: <Ledger webhookId={webhookId} /> },
          { label: 'Created', value: <Time at={createdAt} /> },
          { label: 'Last changed', value: <Time at={updatedAt} /> },
          {
            label: 'Last changed by',
            value: (
              <>
                <Breakable>{updatedBy === undefined ? 'Not recorded' : actorText(updatedBy)}</Breakable> (
                <AppLink to={`/audit?webhookId=${webhookId}`}>all changes</AppLink>)
              </>
            ),
          },
        ]}
      />
    </Container>
  );
}
