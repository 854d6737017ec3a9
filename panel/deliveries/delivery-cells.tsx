/** Cells of the tables of deliveries. */
import Box from '@cloudscape-design/components/box';
import type { DeliverySummary } from '../../client/index.ts';
import { AppLink } from '../shared/app-link.tsx';
import { DeliveryState } from '../shared/delivery.tsx';
import { classTitle } from '../shared/delivery-texts.ts';
import { useWebhooks } from '../shared/queries.ts';
import { Breakable } from '../shared/text-view.tsx';
import { numberText, shortUrl } from '../shared/texts.ts';
import { RelativeTime } from '../shared/time.tsx';

/** The result of the last attempt is below the state. */
export const StateAndResult = ({ delivery }: { readonly delivery: DeliverySummary }) => {
  const { class: deliveryClass, statusCode } = delivery;
  return (
    <>
      <DeliveryState delivery={delivery} />
      <Box color="text-body-secondary" fontSize="body-s">
        {deliveryClass === 'delivered' && statusCode !== undefined ? statusCode : classTitle(deliveryClass, statusCode)}
      </Box>
    </>
  );
};

/** How many attempts there were, and when the last one was. */
export const AttemptsText = ({ delivery: { attemptCount, lastAttemptAt } }: { readonly delivery: DeliverySummary }) => (
  <>
    {numberText(attemptCount)}
    {lastAttemptAt !== undefined && (
      <Box color="text-body-secondary" fontSize="body-s">
        last <RelativeTime at={lastAttemptAt} />
      </Box>
    )}
  </>
);

/** The webhook of a delivery, by its URL; by its ID until the URL is known. */
export function WebhookLink({ webhookId }: { readonly webhookId: string }) {
  const webhook = useWebhooks().data?.results.find((one) => one.webhookId === webhookId);
  return (
    <Breakable>
      <AppLink to={`/webhooks/${webhookId}`}>{webhook === undefined ? webhookId : shortUrl(webhook.url)}</AppLink>
    </Breakable>
  );
}
