/** The delivery log of all webhooks of the network. */
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useBreadcrumbs } from '../../shared/breadcrumbs.tsx';
import { DeliveryList } from './delivery-list.tsx';

export function Screen() {
  useBreadcrumbs({ text: 'Deliveries', to: '/deliveries' });
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description="Deliveries to all webhooks in the last 30 days. Replay them from their webhook."
      >
        Deliveries
      </Header>
      <DeliveryList webhookId={undefined} isDisabled={false} />
    </SpaceBetween>
  );
}
