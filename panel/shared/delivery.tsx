/** A delivery on a screen and in a table: its state and result, event, webhook, and when it is next attempted. */

import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import type { DeliveryOfWebhook, DeliveryResult, DeliverySummary } from '@social-platform-services/client';
import { isFinal } from '../../contract/delivery-states.ts';
import { classTitle } from './delivery-texts.ts';
import { useWebhooks } from './queries.ts';
import { Breakable, Words } from './text-view.tsx';
import { nameOf, numberText } from './texts.ts';
import { Countdown, RelativeTime, Time } from './time.tsx';

interface StateProps {
  readonly delivery: Pick<DeliverySummary, 'state' | 'nextAttemptAt' | 'class'>;
}

const indicators = {
  delivered: { type: 'success', text: 'Delivered' },
  retrying: { type: 'pending', text: 'Retrying' },
  failed: { type: 'error', text: 'Failed' },
} as const;

/** `Delivered`, `Failed`, `Waiting – receiver is down`, or `Retrying` with the time until the next attempt. */
export function DeliveryState({ delivery: { state, nextAttemptAt, class: deliveryClass } }: StateProps) {
  const { type, text } = indicators[state];
  const isWaiting = !isFinal(state) && nextAttemptAt === undefined;
  return (
    <>
      <StatusIndicator type={type}>
        <Breakable>{isWaiting ? waitingText(deliveryClass) : text}</Breakable>
      </StatusIndicator>
      {nextAttemptAt !== undefined && (
        <Detail>
          <NextAttempt at={nextAttemptAt} />
        </Detail>
      )}
    </>
  );
}

/** What a delivery without a time waits for. */
const waitingText = (deliveryClass: DeliveryResult): string =>
  deliveryClass === 'receiver_down' ? 'Waiting – receiver is down' : 'Waiting for its turn';

const isWaitingClass = (deliveryClass: DeliveryResult): boolean =>
  deliveryClass === 'receiver_down' || deliveryClass === 'window_full';

interface NextAttemptProps {
  /** ISO 8601; undefined while the delivery has no time and waits for its turn. */
  readonly at: string | undefined;
}

/** `next attempt in 4 min 12 s`, counting down. */
export const NextAttempt = ({ at }: NextAttemptProps) =>
  at === undefined ? 'oldest event first' : <Countdown what="next attempt" at={at} />;

interface ClassProps {
  readonly deliveryClass: DeliveryResult;
  /** The HTTP status of the response, if there was one. */
  readonly statusCode?: number | undefined;
}

const classIndicators: Partial<Record<DeliveryResult, StatusIndicatorProps.Type>> = {
  delivered: 'success',
  not_sent: 'pending',
  receiver_down: 'pending',
  window_full: 'pending',
  aborted: 'stopped',
  webhook_disabled: 'stopped',
  event_expired: 'stopped',
  event_erased: 'stopped',
};

/** The title of a class, with an icon. */
export const ClassLabel = ({ deliveryClass, statusCode }: ClassProps) => (
  <StatusIndicator type={classIndicators[deliveryClass] ?? 'error'}>
    <Breakable>{classTitle(deliveryClass, statusCode)}</Breakable>
  </StatusIndicator>
);

interface WebhookLinkProps {
  readonly webhookId: string;
  /** Where the link leads; to the webhook's page by default. */
  readonly href?: string;
}

/** A webhook by its URL; by its ID where that is not known. */
export const WebhookLink = ({ webhookId, href = `#/webhooks/${webhookId}` }: WebhookLinkProps) => (
  <Breakable>
    <Link href={href}>
      <Words text={useWebhookName(webhookId)} />
    </Link>
  </Breakable>
);

/** The name of a webhook, or its ID until that is known, and where it is deleted. */
export function useWebhookName(webhookId: string): string {
  const webhook = useWebhooks(false).data?.results.find((one) => one.webhookId === webhookId);
  return webhook === undefined ? webhookId : nameOf(webhook);
}

const Detail = ({ children }: { readonly children: React.ReactNode }) => (
  <Box color="text-body-secondary" fontSize="body-s">
    {children}
  </Box>
);

/** The columns of tables of deliveries. */
export const deliveryColumns = {
  state: {
    id: 'state',
    header: 'State',
    cell: (delivery) => (
      <>
        <DeliveryState delivery={delivery} />
        {!isWaitingClass(delivery.class) && <Detail>{resultText(delivery)}</Detail>}
      </>
    ),
    minWidth: 130,
  },
  event: {
    id: 'event',
    header: 'Event',
    cell: ({ webhookId, deliveryId, event, isTest }) => (
      <>
        <Breakable>
          <Link href={`#/webhooks/${webhookId}/deliveries/${deliveryId}`}>
            <Words text={event} />
          </Link>
        </Breakable>{' '}
        {isTest && <Badge>Test</Badge>}
      </>
    ),
    isRowHeader: true,
    minWidth: 130,
  },
  webhook: {
    id: 'webhook',
    header: 'Webhook',
    cell: ({ webhookId }) => <WebhookLink webhookId={webhookId} />,
    minWidth: 130,
  },
  accepted: {
    id: 'accepted',
    header: 'Event accepted',
    cell: ({ createdAt }) => <Time at={createdAt} />,
    minWidth: 130,
  },
  attempts: {
    id: 'attempts',
    header: 'Attempts',
    cell: ({ attemptCount, lastAttemptAt }) => (
      <>
        {numberText(attemptCount)}
        {lastAttemptAt !== undefined && (
          <Detail>
            last <RelativeTime at={lastAttemptAt} />
          </Detail>
        )}
      </>
    ),
    minWidth: 110,
  },
} satisfies Record<string, TableProps.ColumnDefinition<DeliveryOfWebhook>>;

/** Of deliveries to one webhook. */
export const ownDeliveryColumns = [
  deliveryColumns.state,
  deliveryColumns.event,
  deliveryColumns.accepted,
  deliveryColumns.attempts,
];

/** The result of the last attempt, which is below the state. */
const resultText = ({ class: deliveryClass, statusCode }: DeliveryOfWebhook): string =>
  deliveryClass === 'delivered' && statusCode !== undefined ? `${statusCode}` : classTitle(deliveryClass, statusCode);
