/** Where a delivery stands, and in plain words why. */
import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DeliveryDetail } from '../../../client/index.ts';
import { Copyable } from '../../shared/copyable.tsx';
import { ClassExplanation } from '../../shared/delivery-class.tsx';
import { standingTitle } from '../../shared/standings.ts';
import { Distance, Time } from '../../shared/time.tsx';
import { DeliveryState } from '../delivery-state.tsx';

export function Summary({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { deliveryId, eventId, state, class: standing, statusCode, attemptCount, createdAt, lastAttemptAt } = delivery;
  return (
    <SpaceBetween size="m">
      {state !== 'delivered' && (
        <Alert type={state === 'failed' ? 'error' : 'warning'} header={standingTitle(standing, statusCode)}>
          <ClassExplanation standing={standing} />
        </Alert>
      )}
      <Container>
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'State', value: <DeliveryState delivery={delivery} /> },
            { label: 'Attempts', value: attemptCount.toLocaleString('en') },
            {
              label: 'Last attempt',
              value: lastAttemptAt === undefined ? 'None yet' : <Distance at={lastAttemptAt} />,
            },
            { label: 'Event accepted', value: <Time at={createdAt} /> },
            {
              label: 'Delivery id (webhook-id)',
              value: <Copyable text={deliveryId} what="delivery id" />,
            },
            { label: 'Event id', value: <Copyable text={eventId} what="event id" /> },
          ]}
        />
      </Container>
    </SpaceBetween>
  );
}
