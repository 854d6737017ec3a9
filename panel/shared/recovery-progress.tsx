/** The progress of a recovery until every delivery has been attempted. The recovery does not depend on being watched. */
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import LiveRegion from '@cloudscape-design/components/live-region';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { errorMessage } from './error-alert.tsx';
import { isFinished, type Progress, type Recovery } from './recovery.ts';
import { useRecoveryProgress } from './recovery-queries.ts';
import { numberText } from './texts.ts';

interface RecoveryProgressProps {
  readonly webhookId: string;
  readonly recovery: Recovery;
}

/** Milliseconds without progress after which the likely reason is shown. */
const STALLED_AFTER = 15_000;

export function RecoveryProgress({ webhookId, recovery }: RecoveryProgressProps) {
  const { data: progress, error } = useRecoveryProgress(webhookId, recovery);
  const isStalled = useStalled(progress);
  if (progress === undefined) {
    if (error !== null) return <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>;
    return <StatusIndicator type="loading">Recovering</StatusIndicator>;
  }
  const { notStarted, hasMore, waiting, delivered, failedAgain } = progress;
  const total = recovery.attemptsById?.size;
  return (
    <SpaceBetween size="m">
      {total !== undefined && !isFinished(progress) && (
        <ProgressBar
          value={((total - notStarted - waiting) / total) * 100}
          label="Recovering"
          additionalInfo="You can close this dialog; the recovery continues."
        />
      )}
      {total === undefined && !isFinished(progress) && (
        <StatusIndicator type="loading">Recovering. You can close this dialog; the recovery continues.</StatusIndicator>
      )}
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Not started', value: hasMore ? `more than ${numberText(notStarted)}` : numberText(notStarted) },
          { label: 'Waiting to be sent', value: numberText(waiting) },
          ...(delivered === undefined ? [] : [{ label: 'Delivered', value: numberText(delivered) }]),
          ...(delivered === undefined ? [] : [{ label: 'Failed again', value: numberText(failedAgain) }]),
        ]}
      />
      {isStalled && !isFinished(progress) && (
        <StatusIndicator type="warning">
          No progress for a while: the receiver may be down. Waiting deliveries are sent once it is back.
        </StatusIndicator>
      )}
      {isFinished(progress) && (
        <LiveRegion>
          <Outcome progress={progress} />
        </LiveRegion>
      )}
    </SpaceBetween>
  );
}

function Outcome({ progress: { delivered, failedAgain } }: { readonly progress: Progress }) {
  if (delivered === undefined) {
    return (
      <StatusIndicator type="success">
        All deliveries were sent again. Those that failed are retried and listed as retrying.
      </StatusIndicator>
    );
  }
  if (failedAgain === 0) {
    return (
      <StatusIndicator type="success">
        {delivered === 1 ? 'The delivery succeeded.' : `All ${numberText(delivered)} deliveries succeeded.`}
      </StatusIndicator>
    );
  }
  return (
    <StatusIndicator type="warning">
      <Box variant="span">
        {numberText(failedAgain)} failed again. They are retried on the usual schedule; open one to see why.
      </Box>
    </StatusIndicator>
  );
}

/** Whether the progress has been the same for a while. */
function useStalled(progress: Progress | undefined): boolean {
  const [stalled, setStalled] = useState<Progress>();
  useEffect(() => {
    const timer = setTimeout(() => setStalled(progress), STALLED_AFTER);
    return () => clearTimeout(timer);
  }, [progress]);
  return progress !== undefined && stalled === progress;
}
