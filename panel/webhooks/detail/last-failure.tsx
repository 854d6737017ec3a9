/** Why deliveries to a receiver fail: its own words to the latest attempt, what to do, and how often it happens. */
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Attempt, DeliverySummary } from '@social-platform-services/client';
import { useRead } from '../../api/api-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { classExplanation } from '../../shared/class-explanation.ts';
import { ClassLabel } from '../../shared/delivery.tsx';
import { DAY_HOURS, deliveryKey, useStatistics } from '../../shared/queries.ts';
import { TextView } from '../../shared/text-view.tsx';
import { destinationOf, numberText, shortUrl } from '../../shared/texts.ts';
import { RelativeTime } from '../../shared/time.tsx';
import { everyHour, totalOf } from '../attempt-counts.ts';

interface LastFailureProps {
  readonly webhook: Webhook;
  readonly delivery: DeliverySummary | undefined;
}

/** Why the latest attempt failed, what the receiver said, and what to do. */
export function LastFailure({ webhook, delivery }: LastFailureProps) {
  const { webhookId } = webhook;
  const attempt = useLastAttempt(webhookId, delivery);
  if (delivery?.lastAttemptAt === undefined) return null;
  const { deliveryId, lastAttemptAt } = delivery;
  // A delivery that waits says so, and its last attempt why.
  const { class: deliveryClass, statusCode } = attempt ?? delivery;
  const { errorCode, responseStart } = attempt ?? {};
  return (
    <SpaceBetween size="xxs">
      <div>
        <Link href={`#/webhooks/${webhookId}/deliveries/${deliveryId}`}>Latest undelivered event</Link>, attempted{' '}
        <RelativeTime at={lastAttemptAt} />: <ClassLabel deliveryClass={deliveryClass} statusCode={statusCode} />
        {errorCode !== undefined && ` (${errorCode})`}. {classExplanation(deliveryClass)}
      </div>
      {responseStart !== undefined && responseStart !== '' && (
        <TextView text={responseStart} label={`What ${shortUrl(destinationOf(webhook))} said`} variant="short" />
      )}
    </SpaceBetween>
  );
}

/** The last attempt of a delivery; undefined until it is loaded. */
function useLastAttempt(webhookId: string, delivery: DeliverySummary | undefined): Attempt | undefined {
  const deliveryId = delivery?.deliveryId ?? '';
  const { data } = useRead(
    [...deliveryKey(webhookId, deliveryId), delivery?.attemptCount ?? 0],
    (client, options) => client.showDelivery({ parameters: { webhookId, deliveryId } }, options),
    { enabled: delivery !== undefined },
  );
  return data?.attempts.at(-1);
}

/** How many attempts have failed in the last day. */
export function HowOften({ webhookId }: { readonly webhookId: string }) {
  const { data } = useStatistics(webhookId, DAY_HOURS);
  if (data === undefined) return null;
  const { delivered, failed } = totalOf(everyHour(data.hours, DAY_HOURS, Date.now()));
  return failed > 0 ? (
    <div>
      About {numberText(failed)} of {numberText(delivered + failed)} attempts have failed in the last 24 hours.
    </div>
  ) : null;
}
