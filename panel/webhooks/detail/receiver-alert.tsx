/** Explains that a receiver is down or struggling, what happens automatically, and what the admin can do. */

import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DeliverySummary } from '../../../client/index.ts';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { ClassExplanation, ClassLabel } from '../../shared/delivery/delivery-class.tsx';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { ForAdmins } from '../../shared/for-admins.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { RelativeTime } from '../../shared/time.tsx';
import { useRetryNow } from '../webhook-mutations.ts';
import { useUndelivered } from '../webhook-queries.ts';
import { DownText } from './down-text.tsx';
import { StrugglingText } from './struggling-text.tsx';
import { countText, isNone, lastFailure } from './undelivered.ts';

interface ReceiverAlertProps {
  readonly webhook: Webhook;
  readonly state: 'down' | 'struggling';
  /** Starts a recovery; `failed` are the latest deliveries that have failed. */
  readonly onRecover: (failed: readonly DeliverySummary[]) => void;
}

const states = {
  down: {
    type: 'error',
    header: 'The receiver is down',
    Text: DownText,
    tried: 'The receiver is being tried. If it responds, what waits is sent; otherwise the next probe follows later.',
  },
  struggling: {
    type: 'warning',
    header: 'The receiver is struggling',
    Text: StrugglingText,
    tried: 'Deliveries that wait are being sent, retries before their time as well.',
  },
} as const;

const DAYS = webhookRules.disableAfterSeconds / 86_400;

export function ReceiverAlert({ webhook, state, onRecover }: ReceiverAlertProps) {
  const { webhookId } = webhook;
  const { data } = useUndelivered(webhookId);
  const retrying = useRetryNow(webhookId);
  const notify = useNotify();
  const { type, header, Text, tried } = states[state];
  const failed = data && !isNone(data.failed) ? data.failed : undefined;
  const canTry = data === undefined || !isNone(data.retrying);
  return (
    <SpaceBetween size="m">
      <Alert
        type={type}
        header={header}
        action={
          <ForAdmins>
            <SpaceBetween direction="horizontal" size="xs">
              {failed && <Button onClick={() => onRecover(failed.results)}>Recover failed deliveries</Button>}
              <Button
                onClick={() => retrying.mutate(undefined, { onSuccess: () => notify(tried) })}
                loading={retrying.isPending}
                loadingText="Trying"
                disabled={!canTry}
                {...(!canTry && {
                  disabledReason: 'No delivery waits. Replay one, or send a test event, to try the receiver.',
                })}
              >
                Try now
              </Button>
            </SpaceBetween>
          </ForAdmins>
        }
      >
        <SpaceBetween size="xs">
          <Text webhook={webhook} undelivered={data} />
          {data && <LastFailure webhookId={webhookId} delivery={lastFailure(data)} />}
          {failed && (
            <div>
              <AppLink to={`/webhooks/${webhookId}/deliveries?state=failed`}>{countText(failed)}</AppLink> will not be
              retried automatically. Recover them once the receiver is fixed.
            </div>
          )}
          <div>After {DAYS} days without a success, the webhook is disabled.</div>
        </SpaceBetween>
      </Alert>
      {retrying.isError && <ErrorAlert error={retrying.error} header="The receiver could not be tried" />}
    </SpaceBetween>
  );
}

interface LastFailureProps {
  readonly webhookId: string;
  readonly delivery: DeliverySummary | undefined;
}

function LastFailure({ webhookId, delivery }: LastFailureProps) {
  if (delivery?.lastAttemptAt === undefined) return null;
  const { deliveryId, lastAttemptAt, class: deliveryClass, statusCode } = delivery;
  return (
    <div>
      <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>Latest undelivered event</AppLink>, attempted{' '}
      <RelativeTime at={lastAttemptAt} />: <ClassLabel deliveryClass={deliveryClass} statusCode={statusCode} />.{' '}
      <ClassExplanation deliveryClass={deliveryClass} />
    </div>
  );
}
