/** One delivery: its state and why, what is sent, and every attempt. */

import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DeliveryDetail } from '@social-platform-services/client';
import { useState } from 'react';
import { useParams } from 'react-router';
import { isFinal } from '../../../contract/delivery-states.ts';
import { useRead } from '../../api/api-provider.tsx';
import { ForAdmins } from '../../session/session-provider.tsx';
import { classExplanation } from '../../shared/class-explanation.ts';
import { DeliveryState } from '../../shared/delivery.tsx';
import { classTitle } from '../../shared/delivery-texts.ts';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { Page, placesOf } from '../../shared/page.tsx';
import { deliveryKey, useWebhook } from '../../shared/queries.ts';
import { Copyable, ID_FIELD } from '../../shared/text-view.tsx';
import { numberText } from '../../shared/texts.ts';
import { RelativeTime, Time } from '../../shared/time.tsx';
import { Attempts } from './attempts.tsx';
import { CurlModal, ReplayModal } from './dialogs.tsx';
import { Payload } from './payload.tsx';
import { RequestHeaders } from './request-headers.tsx';
import { Timeline } from './timeline.tsx';

/** Milliseconds between two looks at a delivery: that was replayed a moment ago, and that retries. */
const FOLLOWED_REFRESH = 1_500;
const RETRYING_REFRESH = 5_000;
/** Milliseconds for which a replayed delivery is refreshed in any case, even while its state is still the old one. */
const FOLLOW_MS = 10_000;

export function Screen() {
  const { webhookId = '', deliveryId = '' } = useParams();
  const [followUntil, setFollowUntil] = useState(0);
  const [isReplaying, setReplaying] = useState(false);
  const [showsCurl, setShowsCurl] = useState(false);
  const { data: webhook } = useWebhook(webhookId);
  const query = useDelivery(webhookId, deliveryId, followUntil);
  const delivery = query.data;
  const above = [...placesOf(webhookId, webhook), { text: 'Deliveries', href: `#/webhooks/${webhookId}/deliveries` }];
  if (delivery === undefined)
    return (
      <Page title="Delivery" above={above}>
        <NotLoaded what="the delivery" query={query} />
      </Page>
    );
  // Nothing is requested of a bus.
  const isOnBus = webhook?.eventBus !== undefined;
  const disabledReason = replayDisabledReason(webhook?.state === 'disabled', delivery.payload === undefined);
  return (
    <Page
      title={delivery.event}
      above={above}
      actions={
        <ForAdmins>
          <SpaceBetween direction="horizontal" size="xs">
            {!isOnBus && (
              <Button
                onClick={() => setShowsCurl(true)}
                disabled={delivery.payload === undefined || webhook === undefined}
              >
                Copy as curl
              </Button>
            )}
            <Button
              variant={delivery.state === 'failed' ? 'primary' : 'normal'}
              onClick={() => setReplaying(true)}
              disabled={disabledReason !== undefined || webhook === undefined}
              {...(disabledReason !== undefined && { disabledReason })}
            >
              Replay
            </Button>
          </SpaceBetween>
        </ForAdmins>
      }
    >
      <Summary delivery={delivery} />
      <Timeline delivery={delivery} />
      <Attempts delivery={delivery} />
      <Payload payload={delivery.payload} />
      {!isOnBus && <RequestHeaders delivery={delivery} webhook={webhook} />}
      {showsCurl && webhook !== undefined && delivery.payload !== undefined && (
        <CurlModal
          delivery={delivery}
          payload={delivery.payload}
          webhook={webhook}
          onDismiss={() => setShowsCurl(false)}
        />
      )}
      {isReplaying && webhook !== undefined && (
        <ReplayModal
          delivery={delivery}
          webhook={webhook}
          onDismiss={() => setReplaying(false)}
          onReplayed={() => setFollowUntil(Date.now() + FOLLOW_MS)}
        />
      )}
    </Page>
  );
}

/** One delivery, refreshed as long as it may change, and at least until `followUntil` (milliseconds since 1970). */
const useDelivery = (webhookId: string, deliveryId: string, followUntil: number) =>
  useRead(
    deliveryKey(webhookId, deliveryId),
    (client, options) => client.showDelivery({ parameters: { webhookId, deliveryId } }, options),
    {
      refetchInterval: (data) => {
        if (Date.now() < followUntil) return FOLLOWED_REFRESH;
        return data !== undefined && !isFinal(data.state) && RETRYING_REFRESH;
      },
    },
  );

function replayDisabledReason(isDisabled: boolean, isExpired: boolean): string | undefined {
  if (isExpired) return 'The event has expired.';
  return isDisabled ? 'Enable the webhook first.' : undefined;
}

/** A delivery that waits for its turn is no problem. */
const alertType = ({ state, class: deliveryClass }: DeliveryDetail) =>
  state === 'failed' ? 'error' : deliveryClass === 'window_full' ? 'info' : 'warning';

/** The state of a delivery, and why. */
function Summary({ delivery }: { readonly delivery: DeliveryDetail }) {
  const {
    deliveryId,
    eventId,
    state,
    class: deliveryClass,
    statusCode,
    attemptCount,
    createdAt,
    lastAttemptAt,
    traceId,
  } = delivery;
  return (
    <SpaceBetween size="m">
      {state !== 'delivered' && (
        <Alert type={alertType(delivery)} header={classTitle(deliveryClass, statusCode)}>
          {classExplanation(deliveryClass)}
        </Alert>
      )}
      <Container>
        <KeyValuePairs
          columns={3}
          minColumnWidth={ID_FIELD}
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
                  <Link href={`#/events/${encodeURIComponent(eventId)}`}>at all webhooks</Link>
                </>
              ),
            },
            ...(traceId === undefined
              ? []
              : [{ label: 'Trace ID', value: <Copyable text={traceId} what="trace ID" /> }]),
          ]}
        />
      </Container>
    </SpaceBetween>
  );
}
