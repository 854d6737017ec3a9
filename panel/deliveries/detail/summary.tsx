/** The state of a delivery, and why. */
import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DeliveryDetail } from '../../../client/index.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Copyable } from '../../shared/copyable.tsx';
import { classTitle } from '../../shared/delivery/class-texts.ts';
import { ClassExplanation } from '../../shared/delivery/delivery-class.tsx';
import { DeliveryState } from '../../shared/delivery/delivery-state.tsx';
import { numberText } from '../../shared/number-text.ts';
import { RelativeTime, Time } from '../../shared/time.tsx';

/** A delivery that waits for its turn is no problem. */
const alertType = ({ state, class: deliveryClass }: DeliveryDetail) =>
  state === 'failed' ? 'error' : deliveryClass === 'window_full' ? 'info' : 'warning';

export function Summary({ delivery }: { readonly delivery: DeliveryDetail }) {
  const {
    deliveryId,
    eventId,
    state,
    class: deliveryClass,
    statusCode,
    attemptCount,
    createdAt,
    lastAttemptAt,
  } = delivery;
  return (
    <SpaceBetween size="m">
      {state !== 'delivered' && (
        <Alert type={alertType(delivery)} header={classTitle(deliveryClass, statusCode)}>
          <ClassExplanation deliveryClass={deliveryClass} />
        </Alert>
      )}
      <Container>
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'State', value: <DeliveryState delivery={delivery} /> },
            { label: 'Attempts', value: numberText(attemptCount) },
            {
              label: 'Last attempt',
              value: lastAttemptAt === undefined ? 'None yet' : <RelativeTime at={lastAttemptAt} />,
            },
            { label: 'Event accepted', value: <Time at={createdAt} /> },
            {
              label: 'Delivery ID (webhook-id)',
              value: <Copyable text={deliveryId} what="delivery ID" />,
            },
            {
              label: 'Event ID',
              value: (
                <>
                  <Copyable text={eventId} what="event ID" />{' '}
                  <AppLink to={`/events/${encodeURIComponent(eventId)}`}>at all webhooks</AppLink>
                </>
              ),
            },
          ]}
        />
      </Container>
    </SpaceBetween>
  );
}
