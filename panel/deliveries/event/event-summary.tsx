/** When an event happened, and its delivery to each webhook. */
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { AnswerTo } from '../../../client/index.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Breakable } from '../../shared/breakable.tsx';
import { Time } from '../../shared/time.tsx';
import { AttemptsText, StateAndResult, WebhookLink } from '../delivery-cells.tsx';

export const EventSummary = ({ event }: { readonly event: AnswerTo<'showEvent'> }) => (
  <SpaceBetween size="l">
    <Container>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Event', value: event.event },
          { label: 'Occurred', value: <Time at={event.occurredAt} /> },
          { label: 'Accepted', value: <Time at={event.acceptedAt} /> },
        ]}
      />
    </Container>
    <Table
      items={event.deliveries}
      trackBy="deliveryId"
      columnDefinitions={[
        { id: 'state', header: 'State', cell: (delivery) => <StateAndResult delivery={delivery} />, minWidth: 130 },
        {
          id: 'delivery',
          header: 'Delivery',
          cell: ({ webhookId, deliveryId }) => (
            <Breakable>
              <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>{deliveryId}</AppLink>
            </Breakable>
          ),
          isRowHeader: true,
          minWidth: 130,
        },
        {
          id: 'webhook',
          header: 'Webhook',
          cell: ({ webhookId }) => <WebhookLink webhookId={webhookId} />,
          minWidth: 130,
        },
        { id: 'attempts', header: 'Attempts', cell: (delivery) => <AttemptsText delivery={delivery} />, minWidth: 110 },
      ]}
      ariaLabels={{ tableLabel: 'Deliveries of the event' }}
      empty={<Box>No webhook has asked for it, or its first attempt has not ended yet.</Box>}
      contentDensity="compact"
      wrapLines
    />
  </SpaceBetween>
);
