/** How far a bulk replay has come, and what stopped it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import { describeProblem } from '../../api/problem.tsx';
import type { useBulkReplay } from './use-bulk-replay.ts';

interface BulkReplayProps {
  readonly replay: ReturnType<typeof useBulkReplay>;
}

export function BulkReplay({ replay: { total, done, isRunning, error, stop, dismiss } }: BulkReplayProps) {
  if (isRunning) {
    return (
      <Alert type="info" action={<Button onClick={stop}>Stop</Button>}>
        <ProgressBar
          value={(done / total) * 100}
          label="Replaying the selected deliveries"
          additionalInfo={`${done} of ${total} are sent again`}
        />
      </Alert>
    );
  }
  if (error === null) return null;
  return (
    <Alert type="error" header="Not everything was replayed" dismissible onDismiss={dismiss}>
      {done} of {total} are sent again; the others are still selected. {describeProblem(error)}
    </Alert>
  );
}
