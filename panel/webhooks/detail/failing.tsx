/** Why a webhook fails, since when, what will happen by itself, and the way out. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import { AppLink } from '../../app/app-link.tsx';
import { NextAttempt } from '../../deliveries/delivery-state.tsx';
import { ClassExplanation, ClassName } from '../../shared/delivery-class.tsx';
import { Distance, Time } from '../../shared/time.tsx';
import { useUndelivered } from '../webhook-queries.ts';
import { countText, isHeld, isNone, lastFailure, nextAttemptAt } from './undelivered.ts';

interface FailingProps {
  readonly webhookId: string;
  readonly since: string;
  readonly onRecover: () => void;
}

const DAYS = webhookRules.disableAfterSeconds / 86_400;
const PROBE_MINUTES = webhookRules.probeMaxSeconds / 60;

export function Failing({ webhookId, since, onRecover }: FailingProps) {
  const { data } = useUndelivered(webhookId);
  const failure = data && lastFailure(data);
  const deliveries = `/webhooks/${webhookId}/deliveries`;
  return (
    <Alert
      type="error"
      header="This webhook is failing"
      action={data && !isNone(data.failed) && <Button onClick={onRecover}>Recover failed deliveries</Button>}
    >
      <SpaceBetween size="xs">
        <div>
          Every attempt has failed since <Time at={since} /> (<Distance at={since} />
          ). After {DAYS} days of nothing but failures the webhook is disabled.
        </div>
        {failure !== undefined && (
          <div>
            The last attempt: <ClassName standing={failure.class} statusCode={failure.statusCode} />.{' '}
            <ClassExplanation standing={failure.class} />
          </div>
        )}
        {data !== undefined && !isNone(data.retrying) && (
          <div>
            <AppLink to={`${deliveries}?state=retrying`}>{countText(data.retrying)}</AppLink> will be tried again.{' '}
            {isHeld(data) ? (
              `One is sent from time to time, at most ${PROBE_MINUTES} minutes apart, to see whether the receiver is back; then the others follow by themselves. Replay any of them to try at once.`
            ) : (
              <>
                The service does so by itself, <NextAttempt at={nextAttemptAt(data)} />.
                {failure !== undefined && (
                  <>
                    {' '}
                    Once the receiver is repaired you can{' '}
                    <AppLink to={`${deliveries}/${failure.deliveryId}`}>replay the last one</AppLink> right away.
                  </>
                )}
              </>
            )}
          </div>
        )}
        {data !== undefined && !isNone(data.failed) && (
          <div>
            <AppLink to={`${deliveries}?state=failed`}>{countText(data.failed)}</AppLink> will not be tried again by
            themselves. Recover them once the receiver is repaired.
          </div>
        )}
      </SpaceBetween>
    </Alert>
  );
}
