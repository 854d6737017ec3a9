/** Recovers what failed in a range of time: picks the range, begins, and shows how it goes (decision 25). */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeProblem } from '../../api/problem.tsx';
import type { TimeRange } from '../../shared/time-range.ts';
import { TimeRangeField } from '../../shared/time-range-field.tsx';
import { listKey } from '../delivery-queries.ts';
import type { Recovery } from './recovery.ts';
import { RecoveryProgress } from './recovery-progress.tsx';
import { useFailed, useRecover } from './recovery-queries.ts';

interface RecoverModalProps {
  readonly webhookId: string;
  /** The range to begin with. */
  readonly range: TimeRange;
  readonly onDismiss: () => void;
}

export function RecoverModal({ webhookId, range: suggested, onDismiss }: RecoverModalProps) {
  const queries = useQueryClient();
  const [range, setRange] = useState(suggested);
  const [recovery, setRecovery] = useState<Recovery | 'nothing'>();
  const recover = useRecover(webhookId);
  const failed = useFailed(webhookId, range, recovery === undefined);
  const close = () => {
    void queries.invalidateQueries({ queryKey: listKey(webhookId) });
    onDismiss();
  };
  const begin = () => recover.mutate(range, { onSuccess: (begun) => setRecovery(begun ?? 'nothing') });
  const hasNothing = failed.data?.rows.length === 0 && !failed.data.isCut;
  return (
    <Modal
      visible
      header="Recover a time range"
      onDismiss={close}
      closeAriaLabel="Close"
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close}>
              {recovery === undefined ? 'Cancel' : 'Close'}
            </Button>
            {recovery === undefined && (
              <Button
                variant="primary"
                onClick={begin}
                loading={recover.isPending}
                loadingText="Beginning"
                disabled={hasNothing}
                {...(hasNothing && { disabledReason: 'Nothing has failed in this range.' })}
              >
                Recover
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {recovery === undefined && (
          <>
            <Box variant="p">
              Sends every failed delivery again whose event was accepted in this range, the oldest first and without
              flooding the receiver. What was delivered already is not sent again.
            </Box>
            <FormField label="Failed deliveries of events accepted">
              <TimeRangeField
                range={range}
                onChange={(chosen) => chosen && setRange(chosen)}
                label="Range to recover"
                placeholder="Pick a range"
                isOptional={false}
              />
            </FormField>
            <FailedCount failed={failed} />
            {recover.error !== null && (
              <Alert type="error" header="The recovery could not begin">
                {describeProblem(recover.error)}
              </Alert>
            )}
          </>
        )}
        {recovery === 'nothing' && <StatusIndicator type="info">Nothing had failed in that range.</StatusIndicator>}
        {typeof recovery === 'object' && <RecoveryProgress webhookId={webhookId} recovery={recovery} />}
      </SpaceBetween>
    </Modal>
  );
}

function FailedCount({ failed: { data, error } }: { readonly failed: ReturnType<typeof useFailed> }) {
  if (error !== null) return <StatusIndicator type="warning">{describeProblem(error)}</StatusIndicator>;
  if (data === undefined) return <StatusIndicator type="loading">Counting what has failed</StatusIndicator>;
  const { rows, isCut } = data;
  if (isCut) return <StatusIndicator type="info">More than {rows.length} deliveries have failed</StatusIndicator>;
  if (rows.length === 0) return <StatusIndicator type="success">Nothing has failed in this range</StatusIndicator>;
  return (
    <StatusIndicator type="info">
      {rows.length === 1 ? 'One delivery has failed' : `${rows.length} deliveries have failed`}
    </StatusIndicator>
  );
}
