/** A dialog that recovers deliveries, failed ones as a rule: choose a time range, start, and follow the progress (docs/spec/delivery.md#deliveries-of-a-time). */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmModal } from './confirm-modal.tsx';
import { errorMessage } from './error-alert.tsx';
import { deliveryListKey } from './queries.ts';
import { filterText, type Recovery, type RecoveryFilter, recoveryTitle, sendsUnrecorded } from './recovery.ts';
import { RecoveryProgress } from './recovery-progress.tsx';
import { useMatching, useRecover } from './recovery-queries.ts';
import { numberText } from './texts.ts';
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
  const [recovery, setRecovery] = useState<Recovery | 'started' | 'nothing' | number>();
  const matching = useMatching(webhookId, filter, range, recovery === undefined);
  const { mutateAsync: recover } = useRecover(webhookId, filter);
  const close = () => {
    void queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    onDismiss();
  };
  const [header, plural] = [recoveryTitle(filter), filterText(filter)];
  const isMore = sendsUnrecorded(filter);
  const hasNothing = !isMore && matching.data?.rows.length === 0 && !matching.data.hasMore;
  if (recovery !== undefined) {
    return (
      <Modal
        visible
        header={header}
        onDismiss={close}
        closeAriaLabel="Close"
        footer={
          <Box float="right">
            <Button variant="link" onClick={close}>
              Close
            </Button>
          </Box>
        }
      >
        {recovery === 'nothing' && <StatusIndicator type="info">Nothing to send in that range</StatusIndicator>}
        {(recovery === 'started' || typeof recovery === 'number') && (
          <StatusIndicator type="success">
            {recovery === 'started' ? 'The events' : `${numberText(recovery)} events`} are being sent, the oldest first.
            The deliveries show what comes of them.
          </StatusIndicator>
        )}
        {typeof recovery === 'object' && <RecoveryProgress webhookId={webhookId} recovery={recovery} />}
      </Modal>
    );
  }
  return (
    <ConfirmModal
      header={header}
      confirmText="Send"
      disabledReason={hasNothing ? `There are no ${plural} in this range.` : undefined}
      errorHeader="They could not be sent"
      onConfirm={async () => setRecovery((await recover(range)) ?? 'nothing')}
      onDismiss={close}
    >
      <SpaceBetween size="m">
        <Box variant="p">
          Sends the {plural} of events accepted in this time range again
          {isMore && ', and the events that the webhook did not get because it was disabled or did not exist'}, oldest
          first, without overloading the receiver. No others are sent. You can start another recovery while one runs:
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
        <MatchingCount matching={matching} filter={filter} />
      </SpaceBetween>
    </ConfirmModal>
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
