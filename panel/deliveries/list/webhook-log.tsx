/** The delivery log of a webhook, and sending again what its filter shows. */
import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Webhook } from '../../shared/api-types.ts';
import { retryScheduleText } from '../../shared/delivery-texts.ts';
import { useStageSettings } from '../../shared/stage-settings.ts';
import { Time } from '../../shared/time.tsx';
import { DeliveryList } from './delivery-list.tsx';

export const WebhookLog = ({ webhook }: { readonly webhook: Webhook }) => (
  <SpaceBetween size="l">
    <WebhookAlert webhook={webhook} />
    <DeliveryList webhookId={webhook.webhookId} isDisabled={webhook.state === 'disabled'} />
  </SpaceBetween>
);

/** Explains why many deliveries fail at once: the webhook is disabled, or its receiver is down or struggling. */
function WebhookAlert({ webhook: { webhookId, state, downSince } }: { readonly webhook: Webhook }) {
  const { delivery } = useStageSettings();
  const link = <Link href={`#/webhooks/${webhookId}`}>View webhook</Link>;
  if (state === 'disabled') {
    return (
      <Alert type="warning">
        This webhook is disabled. Nothing is sent to it, and nothing can be replayed until you enable it. {link}
      </Alert>
    );
  }
  if (downSince !== undefined) {
    return (
      <Alert type="warning">
        The receiver is down: nothing has been delivered since <Time at={downSince} />. Deliveries wait until the
        receiver responds. Then they are sent, the oldest event first. {link}
      </Alert>
    );
  }
  if (state !== 'struggling') return null;
  return (
    <Alert type="warning">
      Recent attempts failed. They are repeated automatically, {retryScheduleText(delivery)}. {link}
    </Alert>
  );
}
