/** How a recovery goes, until nothing of it is left to be attempted. It goes on when nobody looks. */
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import LiveRegion from '@cloudscape-design/components/live-region';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { describeProblem } from '../../api/problem.tsx';
import { isOver, type Progress, type Recovery } from './recovery.ts';
import { useProgress } from './recovery-queries.ts';

interface RecoveryProgressProps {
  readonly webhookId: string;
  readonly recovery: Recovery;
}

/** Milliseconds without a change after which the reader should know why. */
const STALLED_AFTER = 15_000;

export function RecoveryProgress({ webhookId, recovery }: RecoveryProgressProps) {
  const { data: progress, error } = useProgress(webhookId, recovery);
  const isStalled = useStalled(progress);
  if (progress === undefined) {
    if (error !== null) return <StatusIndicator type="warning">{describeProblem(error)}</StatusIndicator>;
    return <StatusIndicator type="loading">Recovering</StatusIndicator>;
  }
  const { failed, isCut, waiting, delivered, failedAgain } = progress;
  const total = recovery.attemptsById?.size;
  return (
    <SpaceBetween size="m">
      {total !== undefined && !isOver(progress) && (
        <ProgressBar
          value={((total - failed - waiting) / total) * 100}
          label="Recovering"
          additionalInfo="You may close this; the recovery goes on."
        />
      )}
      {total === undefined && !isOver(progress) && (
        <StatusIndicator type="loading">Recovering. You may close this; it goes on.</StatusIndicator>
      )}
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Failed, not begun', value: isCut ? `more than ${numberText(failed)}` : numberText(failed) },
          { label: 'Waiting to be sent', value: numberText(waiting) },
          ...(delivered === undefined ? [] : [{ label: 'Delivered', value: numberText(delivered) }]),
          ...(delivered === undefined ? [] : [{ label: 'Failed again', value: numberText(failedAgain) }]),
        ]}
      />
      {isStalled && !isOver(progress) && (
        <StatusIndicator type="warning">
          Nothing has moved for a while: the receiver may be down. What waits is sent once it is back.
        </StatusIndicator>
      )}
      {isOver(progress) && (
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
        Everything was sent again. What failed once more is retried and listed as such.
      </StatusIndicator>
    );
  }
  if (failedAgain === 0) {
    return (
      <StatusIndicator type="success">
        {delivered === 1 ? 'It is delivered.' : `All ${numberText(delivered)} are delivered.`}
      </StatusIndicator>
    );
  }
  return (
    <StatusIndicator type="warning">
      <Box variant="span">
        {numberText(failedAgain)} failed again. They are retried on the usual schedule; open one to see why it fails.
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

const numberText = (count: number): string => count.toLocaleString('en');
