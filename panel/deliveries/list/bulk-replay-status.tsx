/** The progress of a bulk replay, and the error that stopped it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import { errorMessage } from '../../shared/error-alert.tsx';
import type { useBulkReplay } from './use-bulk-replay.ts';

interface BulkReplayStatusProps {
  readonly replay: ReturnType<typeof useBulkReplay>;
}

export function BulkReplayStatus({ replay: { total, done, isRunning, error, stop, dismiss } }: BulkReplayStatusProps) {
  if (isRunning) {
    return (
      <Alert type="info" action={<Button onClick={stop}>Stop</Button>}>
        <ProgressBar
          value={(done / total) * 100}
          label="Replaying the selected deliveries"
          additionalInfo={`${done} of ${total} replayed`}
        />
      </Alert>
    );
  }
  if (error === null) return null;
  return (
    <Alert type="error" header="Not all deliveries were replayed" dismissible onDismiss={dismiss}>
      {done} of {total} were replayed; the others are still selected. {errorMessage(error)}
    </Alert>
  );
}
