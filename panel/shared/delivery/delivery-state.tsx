/** Shows the state of a delivery, and when it is next attempted. */
import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DeliverySummary } from '../../../client/index.ts';
import { Countdown } from '../time.tsx';

interface StateProps {
  readonly delivery: Pick<DeliverySummary, 'state' | 'nextAttemptAt'>;
}

const indicators = {
  delivered: { type: 'success', text: 'Delivered' },
  retrying: { type: 'pending', text: 'Retrying' },
  failed: { type: 'error', text: 'Failed' },
} as const;

/** `Delivered`, `Failed`, or `Retrying` with the time until the next attempt. */
export function DeliveryState({ delivery: { state, nextAttemptAt } }: StateProps) {
  const { type, text } = indicators[state];
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
  /** ISO 8601; undefined while the delivery has no time and waits for its turn. */
  readonly at: string | undefined;
}

/** `next attempt in 4 min 12 s`, counting down. */
export const NextAttempt = ({ at }: NextAttemptProps) =>
  at === undefined ? 'in its turn, oldest event first' : <Countdown what="next attempt" at={at} />;
