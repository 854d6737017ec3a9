/** The page of a webhook, with its delivery log as one of its tabs. */
import { SendAgain } from '../deliveries/list/send-again.tsx';
import { WebhookLog } from '../deliveries/list/webhook-log.tsx';
import { Screen } from '../webhooks/detail/detail-screen.tsx';

export const Webhook = () => (
  <Screen
    logOf={(webhook) => ({
      content: <WebhookLog webhook={webhook} />,
      action: <SendAgain webhookIds={[webhook.webhookId]} isDisabled={webhook.state === 'disabled'} />,
    })}
  />
);
