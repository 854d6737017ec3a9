/** Where a delivery stands, in words, and when it goes on. */
import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DeliverySummary } from '../../client/index.ts';
import { useNow } from '../shared/time.tsx';
import { momentText } from '../shared/times.ts';
import { countdownText } from './countdown.ts';

interface StateProps {
  readonly delivery: Pick<DeliverySummary, 'state' | 'nextAttemptAt'>;
}

const looks = {
  delivered: { type: 'success', text: 'Delivered' },
  retrying: { type: 'pending', text: 'Retrying' },
  failed: { type: 'error', text: 'Failed' },
} as const;

/** `Delivered`, `Failed`, or `Retrying` with the time until the next attempt. */
export function DeliveryState({ delivery: { state, nextAttemptAt } }: StateProps) {
  const { type, text } = looks[state];
  return (
    <>
      <StatusIndicator type={type}>{text}</StatusIndicator>
      {state === 'retrying' && (
        <Box color="text-body-secondary" fontSize="body-s">
          <NextAttempt at={nextAttemptAt} />
        </Box>
      )}
    </>
  );
}

interface NextAttemptProps {
  /** ISO 8601; undefined while the delivery waits for its receiver instead of a time. */
  readonly at: string | undefined;
}

/** `next attempt in 4 min 12 s`; it counts down. */
export function NextAttempt({ at }: NextAttemptProps) {
  const now = useNow();
  if (at === undefined) return 'once the receiver is back';
  return (
    <time dateTime={at} title={`${momentText(at)} (${at})`}>
      {nextText(Date.parse(at) - now)}
    </time>
  );
}

function nextText(milliseconds: number): string {
  const countdown = countdownText(milliseconds);
  return countdown === undefined ? 'next attempt any moment' : `next attempt in ${countdown}`;
}
