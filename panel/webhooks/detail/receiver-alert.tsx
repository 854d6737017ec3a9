/** The card that leads: what fails, since when, how often, the receiver's own words, what to do, and the button for it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DeliverySummary } from '@social-platform-services/client';
import { ForAdmins } from '../../session/session-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { NextAttempt } from '../../shared/delivery.tsx';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { DAY_HOURS, useRetryNow, useStatistics } from '../../shared/queries.ts';
import { useStageSettings } from '../../shared/stage-settings.ts';
import { destinationOf, periodText, shortUrl } from '../../shared/texts.ts';
import { Countdown, RelativeTime, Time } from '../../shared/time.tsx';
import { recentAttemptsText, shownStateOf } from '../attempt-counts.ts';
import { HowOften, LastFailure } from './last-failure.tsx';
import { countText, isNone, lastFailure, nextRequest, nextRetryAt, type Undelivered } from './undelivered.ts';
import { useUndelivered } from './use-undelivered.ts';

interface TextProps {
  readonly webhook: Webhook;
  /** Undefined while it is loading. */
  readonly undelivered: Undelivered | undefined;
}

/** Since when nothing is delivered, what the receiver gets next, and what waits for it. */
function DownText({ webhook, undelivered }: TextProps) {
  const { downSince } = webhook;
  if (downSince === undefined) return null;
  const next = undelivered && nextRequest(webhook, undelivered);
  return (
    <SpaceBetween size="xs">
      <div>
        Nothing has been delivered since <Time at={downSince} /> (<RelativeTime at={downSince} />
        ).{' '}
        {next && (
          <>
            The service checks with single requests whether the receiver responds: <Countdown {...next} />.
          </>
        )}
        {undelivered &&
          isNone(undelivered.retrying) &&
          'No delivery is waiting. The next event is sent immediately, and shows whether the receiver responds.'}
      </div>
      <Waiting webhook={webhook} undelivered={undelivered}>
        will be sent once the receiver responds, and so will the events that occur until then. The oldest event is sent
        first.
      </Waiting>
    </SpaceBetween>
  );
}

/** How many of the latest attempts to a struggling or failing receiver succeeded, and what happens to the failed. */
const StrugglingText = ({ webhook, undelivered }: TextProps) => (
  <SpaceBetween size="xs">
    <div>
      {shownStateOf(webhook) === 'failing' && webhook.failingSince !== undefined ? (
        <>
          Every attempt has failed since <Time at={webhook.failingSince} />.
        </>
      ) : (
        <RecentAttempts webhook={webhook} />
      )}
    </div>
    <Waiting webhook={webhook} undelivered={undelivered}>
      will be sent again automatically: <NextAttempt at={undelivered && nextRetryAt(undelivered)} />.
    </Waiting>
  </SpaceBetween>
);

/** What happens to the deliveries that wait, if there are any. */
const Waiting = ({ webhook, undelivered, children }: TextProps & { readonly children: React.ReactNode }) =>
  undelivered &&
  !isNone(undelivered.retrying) && (
    <div>
      <Link href={`#/webhooks/${webhook.webhookId}/deliveries?state=retrying`}>{countText(undelivered.retrying)}</Link>{' '}
      {children}
    </div>
  );

/** How the latest attempts to a struggling receiver ended. */
function RecentAttempts({ webhook: { webhookId, failingSince } }: { readonly webhook: Webhook }) {
  const { data, dataUpdatedAt } = useStatistics(webhookId, DAY_HOURS);
  return data === undefined ? 'Recent attempts failed.' : recentAttemptsText(data.hours, failingSince, dataUpdatedAt);
}

interface ReceiverAlertProps {
  readonly webhook: Webhook;
  readonly shownState: keyof typeof states;
  /** Beside other webhooks: with its name, and a link. */
  readonly isNamed?: boolean;
  /** Starts a recovery; `failed` are the latest deliveries that have failed. */
  readonly onRecover: (failed: readonly DeliverySummary[]) => void;
}

const SOON = 'The waiting deliveries are being sent. Retries are sent before their time.';
const states = {
  down: {
    type: 'error',
    header: 'The receiver is down',
    Text: DownText,
    tried:
      'The service is sending one request to the receiver. If the receiver responds, the waiting deliveries are sent.',
  },
  failing: { type: 'error', header: 'The receiver is failing: nothing succeeds', Text: StrugglingText, tried: SOON },
  struggling: { type: 'warning', header: 'The receiver is struggling', Text: StrugglingText, tried: SOON },
} as const;

/** Explains that a receiver is down, failing or struggling, what happens automatically, and what the admin can do. */
export function ReceiverAlert({ webhook, shownState, isNamed = false, onRecover }: ReceiverAlertProps) {
  const { webhookId } = webhook;
  const { data } = useUndelivered(webhookId);
  const { delivery } = useStageSettings();
  const trying = useRetryNow(webhookId);
  const notify = useNotify();
  const { type, header, Text, tried } = states[shownState];
  // The receiver may be healthy again, and this alert gone, before the call ends; callbacks would be dropped then.
  const tryNow = () =>
    void trying.mutateAsync().then(
      () => notify(tried),
      () => {},
    );
  const failed = data && !isNone(data.failed) ? data.failed : undefined;
  const canTry = data === undefined || !isNone(data.retrying);
  return (
    <SpaceBetween size="m">
      <Alert
        type={type}
        header={isNamed ? `${shortUrl(destinationOf(webhook))}: ${sentenceStart(header)}` : header}
        action={
          <SpaceBetween direction="horizontal" size="xs">
            {isNamed && <Button href={`#/webhooks/${webhookId}`}>View webhook</Button>}
            {/* One by one: space is put between the children. */}
            {failed && (
              <ForAdmins>
                <Button onClick={() => onRecover(failed.results)}>Send failed deliveries again</Button>
              </ForAdmins>
            )}
            <ForAdmins>
              <Button
                onClick={tryNow}
                loading={trying.isPending}
                loadingText="Trying"
                disabled={!canTry}
                disabledReason="No delivery is waiting. To try the receiver, replay a delivery or send a test event."
              >
                Try now
              </Button>
            </ForAdmins>
          </SpaceBetween>
        }
      >
        <SpaceBetween size="xs">
          <Text webhook={webhook} undelivered={data} />
          {data && <LastFailure webhook={webhook} delivery={lastFailure(data)} />}
          <HowOften webhookId={webhookId} />
          {failed && (
            <div>
              <Link href={`#/webhooks/${webhookId}/deliveries?state=failed`}>{countText(failed)}</Link> will not be
              retried automatically. Send them again once the receiver is fixed.
            </div>
          )}
          {shownState !== 'struggling' && (
            <div>After {periodText(delivery.disableAfterSeconds)} without a success, the webhook is disabled.</div>
          )}
        </SpaceBetween>
      </Alert>
      {trying.error && <ErrorAlert error={trying.error} header="The receiver could not be tried" />}
    </SpaceBetween>
  );
}

/** A header within a sentence. */
const sentenceStart = (header: string): string => `${header.charAt(0).toLowerCase()}${header.slice(1)}`;
