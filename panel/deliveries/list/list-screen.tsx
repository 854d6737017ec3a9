/** The delivery log of all webhooks of the network. */

import { Page } from '../../shared/page.tsx';
import { useWebhooks } from '../../shared/queries.ts';
import { useStageSettings } from '../../shared/stage-settings.ts';
import { counted } from '../../shared/texts.ts';
import { DeliveryList } from './delivery-list.tsx';
import { SendAgain } from './send-again.tsx';
import { useFilters } from './use-list.ts';

export function NetworkScreen() {
  const [{ webhook }] = useFilters();
  const { deliveryDays } = useStageSettings().retention;
  const webhooks = useWebhooks().data?.results ?? [];
  const sentTo = webhooks.filter(
    (one) => one.enabled && !one.pull && (webhook === undefined || one.webhookId === webhook),
  );
  return (
    <Page
      title="Deliveries"
      description={`Deliveries to all webhooks in the last ${counted(deliveryDays, 'day', 'days')}.`}
      actions={<SendAgain webhookIds={sentTo.map(({ webhookId }) => webhookId)} isDisabled={sentTo.length === 0} />}
    >
      <DeliveryList webhookId={undefined} isDisabled={false} />
    </Page>
  );
}
