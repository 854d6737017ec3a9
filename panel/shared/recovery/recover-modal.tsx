/** A dialog that recovers failed deliveries: choose a time range, start, and follow the progress (docs/spec/delivery.md#recovery). */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../error-alert.tsx';
import type { TimeRange } from '../time-range.ts';
import { TimeRangeField } from '../time-range-field.tsx';
import { deliveryListKey } from '../webhook-query.ts';
import type { Recovery } from './recovery.ts';
import { RecoveryProgress } from './recovery-progress.tsx';
import { useFailed, useRecover } from './recovery-queries.ts';

interface RecoverModalProps {
  readonly webhookId: string;
  /** The range shown at first. */
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
    void queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    onDismiss();
  };
  const start = () => recover.mutate(range, { onSuccess: (started) => setRecovery(started ?? 'nothing') });
  const hasNothing = failed.data?.rows.length === 0 && !failed.data.hasMore;
  return (
    <Modal
      visible
      header="Recover failed deliveries"
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
                onClick={start}
                loading={recover.isPending}
                loadingText="Starting"
                disabled={hasNothing}
                {...(hasNothing && { disabledReason: 'There are no failed deliveries in this range.' })}
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
              Sends the failed deliveries of events accepted in this time range again, oldest first, without overloading
              the receiver. Deliveries that succeeded are not sent again. You can start another recovery while one runs:
              nothing is sent twice because of it.
            </Box>
            <FormField label="Time range">
              <TimeRangeField
                range={range}
                onChange={(chosen) => chosen && setRange(chosen)}
                label="Time range to recover"
                placeholder="Choose a time range"
                isOptional={false}
              />
            </FormField>
            <FailedCount failed={failed} />
            {recover.error !== null && (
              <Alert type="error" header="The recovery could not be started">
                {errorMessage(recover.error)}
              </Alert>
            )}
          </>
        )}
        {recovery === 'nothing' && <StatusIndicator type="info">No failed deliveries in that range</StatusIndicator>}
        {typeof recovery === 'object' && <RecoveryProgress webhookId={webhookId} recovery={recovery} />}
      </SpaceBetween>
    </Modal>
  );
}

function FailedCount({ failed: { data, error } }: { readonly failed: ReturnType<typeof useFailed> }) {
  if (error !== null) return <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>;
  if (data === undefined) return <StatusIndicator type="loading">Counting failed deliveries</StatusIndicator>;
  const { rows, hasMore } = data;
  if (hasMore) return <StatusIndicator type="info">More than {rows.length} failed deliveries</StatusIndicator>;
  if (rows.length === 0) return <StatusIndicator type="success">No failed deliveries in this range</StatusIndicator>;
  return (
    <StatusIndicator type="info">
      {rows.length === 1 ? '1 failed delivery' : `${rows.length} failed deliveries`}
    </StatusIndicator>
  );
}
