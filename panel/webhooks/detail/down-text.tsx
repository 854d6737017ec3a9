/** Says since when a receiver is down, when it is tried next, and what happens to events until it responds. */
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Countdown, RelativeTime, Time } from '../../shared/time.tsx';
import { countText, isNone, isSingle, nextRequest, sentOnceUp, type Undelivered } from './undelivered.ts';

interface DownTextProps {
  readonly webhook: Webhook;
  /** Undefined while it is loading. */
  readonly undelivered: Undelivered | undefined;
}

export function DownText({ webhook, undelivered }: DownTextProps) {
  const { webhookId, downSince } = webhook;
  if (downSince === undefined) return null;
  const waiting = undelivered && sentOnceUp(undelivered, downSince);
  return (
    <SpaceBetween size="xs">
      <div>
        Nothing has been delivered since <Time at={downSince} /> (<RelativeTime at={downSince} />
        ). {undelivered && <NextRequest webhook={webhook} undelivered={undelivered} />}
      </div>
      {waiting && !isNone(waiting) && (
        <div>
          <AppLink to={`/webhooks/${webhookId}/deliveries?state=retrying`}>{countText(waiting)}</AppLink>{' '}
          {isSingle(waiting) ? 'waits and is sent' : 'wait and are sent, oldest first,'} once it responds. So are events
          that occur until then.
        </div>
      )}
    </SpaceBetween>
  );
}

function NextRequest({ webhook, undelivered }: { readonly webhook: Webhook; readonly undelivered: Undelivered }) {
  const next = nextRequest(webhook, undelivered);
  if (!next) {
    return isNone(undelivered.retrying)
      ? 'Nothing waits for it: the next event is sent at once, and shows whether it responds.'
      : null;
  }
  return (
    <>
      Single requests check whether it responds: <Countdown {...next} /> (<Time at={next.at} />
      ).
    </>
  );
}
