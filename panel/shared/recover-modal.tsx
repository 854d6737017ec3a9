/** A dialog that recovers deliveries, failed ones as a rule: choose a time range, start, and follow the progress (docs/spec/delivery.md#recovery). */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from './error-alert.tsx';
import { deliveryListKey } from './queries.ts';
import { filterText, type Recovery, type RecoveryFilter } from './recovery.ts';
import { RecoveryProgress } from './recovery-progress.tsx';
import { useMatching, useRecover } from './recovery-queries.ts';
import type { TimeRange } from './time-range.ts';
import { TimeRangeField } from './time-range-field.tsx';

interface RecoverModalProps {
  readonly webhookId: string;
  /** The range shown at first. */
  readonly range: TimeRange;
  /** Which deliveries; by default all that failed. */
  readonly filter?: RecoveryFilter;
  readonly onDismiss: () => void;
}

const FAILED: RecoveryFilter = { state: 'failed' };

export function RecoverModal({ webhookId, range: suggested, filter = FAILED, onDismiss }: RecoverModalProps) {
  const queries = useQueryClient();
  const [range, setRange] = useState(suggested);
  const [recovery, setRecovery] = useState<Recovery | 'nothing'>();
  const recover = useRecover(webhookId, filter);
  const matching = useMatching(webhookId, filter, range, recovery === undefined);
  const close = () => {
    void queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    onDismiss();
  };
  const start = () => recover.mutate(range, { onSuccess: (started) => setRecovery(started ?? 'nothing') });
  const hasNothing = matching.data?.rows.length === 0 && !matching.data.hasMore;
  return (
    <Modal
      visible
      header={`Recover ${filterText(filter)}`}
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
                {...(hasNothing && { disabledReason: `There are no ${filterText(filter)} in this range.` })}
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
              Sends the {filterText(filter)} of events accepted in this time range again, oldest first, without
              overloading the receiver. No others are sent. You can start another recovery while one runs: nothing is
              sent twice because of it.
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
            <MatchingCount matching={matching} filter={filter} />
            {recover.error !== null && (
              <Alert type="error" header="The recovery could not be started">
                {errorMessage(recover.error)}
              </Alert>
            )}
          </>
        )}
        {recovery === 'nothing' && <StatusIndicator type="info">No {filterText(filter)} in that range</StatusIndicator>}
        {typeof recovery === 'object' && <RecoveryProgress webhookId={webhookId} recovery={recovery} />}
      </SpaceBetween>
    </Modal>
  );
}

interface MatchingCountProps {
  readonly matching: ReturnType<typeof useMatching>;
  readonly filter: RecoveryFilter;
}

function MatchingCount({ matching: { data, error }, filter }: MatchingCountProps) {
  if (error !== null) return <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>;
  if (data === undefined) return <StatusIndicator type="loading">Counting {filterText(filter)}</StatusIndicator>;
  const { rows, hasMore } = data;
  if (rows.length === 0 && !hasMore)
    return <StatusIndicator type="success">No {filterText(filter)} in this range</StatusIndicator>;
  return (
    <StatusIndicator type="info">
      {hasMore && 'More than '}
      {rows.length} {filterText(filter, rows.length)}
    </StatusIndicator>
  );
}
