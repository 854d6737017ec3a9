/** The name of a delivery's event, which opens the delivery. */
import Badge from '@cloudscape-design/components/badge';
import type { DeliverySummary } from '../../../client/index.ts';
import { AppLink } from '../app-link.tsx';
import { Breakable } from '../breakable.tsx';

interface DeliveryLinkProps {
  readonly webhookId: string;
  readonly delivery: Pick<DeliverySummary, 'deliveryId' | 'event' | 'isTest'>;
}

export const DeliveryLink = ({ webhookId, delivery: { deliveryId, event, isTest } }: DeliveryLinkProps) => (
  <>
    <Breakable>
      <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>{event}</AppLink>
    </Breakable>
    {isTest && (
      <>
        {' '}
        <Badge>Test</Badge>
      </>
    )}
  </>
);
