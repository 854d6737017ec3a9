/** Explains why a webhook fails and since when, what happens automatically, and what the admin can do. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { ClassExplanation, ClassLabel } from '../../shared/delivery/delivery-class.tsx';
import { NextAttempt } from '../../shared/delivery/delivery-state.tsx';
import { RelativeTime, Time } from '../../shared/time.tsx';
import { useUndelivered } from '../webhook-queries.ts';
import { countText, isNone, isWaitingForReceiver, lastFailure, nextAttemptAt } from './undelivered.ts';

interface FailingAlertProps {
  readonly webhookId: string;
  readonly since: string;
  readonly onRecover: () => void;
}

const DAYS = webhookRules.disableAfterSeconds / 86_400;
const PROBE_MINUTES = webhookRules.probeMaxSeconds / 60;

export function FailingAlert({ webhookId, since, onRecover }: FailingAlertProps) {
  const { data } = useUndelivered(webhookId);
  const failure = data && lastFailure(data);
  const deliveriesAddress = `/webhooks/${webhookId}/deliveries`;
  return (
    <Alert
      type="error"
      header="This webhook is failing"
      action={data && !isNone(data.failed) && <Button onClick={onRecover}>Recover failed deliveries</Button>}
    >
      <SpaceBetween size="xs">
        <div>
          Every attempt has failed since <Time at={since} /> (<RelativeTime at={since} />
          ). After {DAYS} days without a success, the webhook is disabled.
        </div>
        {failure !== undefined && (
          <div>
            Last attempt: <ClassLabel deliveryClass={failure.class} statusCode={failure.statusCode} />.{' '}
            <ClassExplanation deliveryClass={failure.class} />
          </div>
        )}
        {data !== undefined && !isNone(data.retrying) && (
          <div>
            <AppLink to={`${deliveriesAddress}?state=retrying`}>{countText(data.retrying)}</AppLink> will be retried.{' '}
            {isWaitingForReceiver(data) ? (
              `One of them is sent every ${PROBE_MINUTES} minutes or more often, to check whether the receiver is back. The others then follow automatically. To try right away, replay any of them.`
            ) : (
              <>
                This happens automatically, <NextAttempt at={nextAttemptAt(data)} />.
                {failure !== undefined && (
                  <>
                    {' '}
                    Once the receiver is fixed, you can{' '}
                    <AppLink to={`${deliveriesAddress}/${failure.deliveryId}`}>replay the latest one</AppLink> right
                    away.
                  </>
                )}
              </>
            )}
          </div>
        )}
        {data !== undefined && !isNone(data.failed) && (
          <div>
            <AppLink to={`${deliveriesAddress}?state=failed`}>{countText(data.failed)}</AppLink> will not be retried
            automatically. Recover them once the receiver is fixed.
          </div>
        )}
      </SpaceBetween>
    </Alert>
  );
}
