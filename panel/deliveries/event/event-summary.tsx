/** When an event happened, and its delivery to each webhook. */
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { AnswerTo } from '../../../client/index.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Breakable } from '../../shared/breakable.tsx';
import { ClassLabel } from '../../shared/delivery/delivery-class.tsx';
import { DeliveryState } from '../../shared/delivery/delivery-state.tsx';
import { numberText } from '../../shared/number-text.ts';
import { Time } from '../../shared/time.tsx';

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
        {
          id: 'webhook',
          header: 'Webhook',
          cell: ({ webhookId }) => (
            <Breakable>
              <AppLink to={`/webhooks/${webhookId}`}>{webhookId}</AppLink>
            </Breakable>
          ),
        },
        {
          id: 'delivery',
          header: 'Delivery',
          cell: ({ webhookId, deliveryId }) => (
            <Breakable>
              <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>{deliveryId}</AppLink>
            </Breakable>
          ),
          isRowHeader: true,
        },
        { id: 'state', header: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
        {
          id: 'result',
          header: 'Result',
          cell: ({ class: deliveryClass, statusCode }) => (
            <ClassLabel deliveryClass={deliveryClass} statusCode={statusCode} />
          ),
        },
        { id: 'attempts', header: 'Attempts', cell: ({ attemptCount }) => numberText(attemptCount) },
      ]}
      ariaLabels={{ tableLabel: 'Deliveries of the event' }}
      empty={<Box>No webhook has asked for it, or its first attempt has not ended yet.</Box>}
      contentDensity="compact"
      wrapLines
    />
  </SpaceBetween>
);
