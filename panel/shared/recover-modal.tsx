/** A dialog that recovers deliveries of a time and shows the progress (docs/spec/delivery.md#deliveries-of-a-time). */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import LiveRegion from '@cloudscape-design/components/live-region';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange, useRead } from '../api/api-provider.tsx';
import { ConfirmModal } from './confirm-modal.tsx';
import { errorMessage } from './error-alert.tsx';
import { deliveriesKey, deliveryListKey } from './queries.ts';
import {
  type Counted,
  countText,
  filterText,
  leftOf,
  type RecoveryFilter,
  recoveryTitle,
  sendsUnrecorded,
} from './recovery.ts';
import { numberText } from './texts.ts';
import { boundsOf, type TimeRange } from './time-range.ts';
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

/** A recovery that was started. Times are ISO 8601; `total` is `started` if there are too many to follow. */
interface Recovery {
  readonly since: string;
  readonly until: string;
  /** When it was counted, right before. */
  readonly askedAt: string | undefined;
  readonly total: Counted['recovering'];
}

export function RecoverModal({ webhookId, range: suggested, filter = FAILED, onDismiss }: RecoverModalProps) {
  const queries = useQueryClient();
  const [range, setRange] = useState(suggested);
  const [recovery, setRecovery] = useState<Recovery>();
  const counted = useRead(
    [...deliveriesKey(webhookId), 'recoverable', filter, range],
    (client, options) => {
      const body = { ...boundsOf(range, Date.now()), ...filter, dryRun: true };
      return client.recoverDeliveries({ parameters: { webhookId }, body }, options);
    },
    { enabled: recovery === undefined },
  );
  const { mutateAsync: recover } = useChange(async (client): Promise<Recovery> => {
    const now = Date.now();
    const bounds = { until: new Date(now).toISOString(), ...boundsOf(range, now) };
    const body = { ...bounds, ...filter };
    const before = await client.recoverDeliveries({ parameters: { webhookId }, body: { ...body, dryRun: true } });
    const { recovering } = await client.recoverDeliveries({ parameters: { webhookId }, body });
    return { ...bounds, askedAt: before.progress?.at, total: recovering };
  }, null);
  const close = () => {
    void queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    onDismiss();
  };
  const [header, plural] = [recoveryTitle(filter), filterText(filter)];
  const isMore = sendsUnrecorded(filter);
  const hasNothing = !isMore && counted.data?.recovering === 0;
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
        {recovery.total === 0 && <StatusIndicator type="info">Nothing to send in that range</StatusIndicator>}
        {recovery.total === 'started' && (
          <StatusIndicator type="success">
            The events are being sent, the oldest first. The deliveries show what comes of them.
          </StatusIndicator>
        )}
        {typeof recovery.total === 'number' && recovery.total > 0 && (
          <RecoveryProgress webhookId={webhookId} filter={filter} recovery={recovery} total={recovery.total} />
        )}
      </Modal>
    );
  }
  return (
    <ConfirmModal
      header={header}
      confirmText="Send"
      disabledReason={hasNothing ? `There are no ${plural} in this range.` : undefined}
      errorHeader="They could not be sent"
      onConfirm={async () => setRecovery(await recover())}
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
        {counted.error !== null && <StatusIndicator type="warning">{errorMessage(counted.error)}</StatusIndicator>}
        {counted.error === null && counted.data === undefined && (
          <StatusIndicator type="loading">Counting</StatusIndicator>
        )}
        {counted.error === null && counted.data !== undefined && (
          <StatusIndicator type="info">{countText(counted.data, filter)}</StatusIndicator>
        )}
      </SpaceBetween>
    </ConfirmModal>
  );
}

const REFRESH_MILLISECONDS = 4_000;

interface RecoveryProgressProps {
  readonly webhookId: string;
  readonly filter: RecoveryFilter;
  readonly recovery: Recovery;
  readonly total: number;
}

/** The progress until every delivery has been attempted. The recovery does not depend on being watched. */
function RecoveryProgress({ webhookId, filter, recovery: { since, until, askedAt }, total }: RecoveryProgressProps) {
  const { data, error } = useRead(
    [...deliveriesKey(webhookId), 'recovery', askedAt],
    (client, options) => {
      const body = { since, until, ...filter, dryRun: true, askedAt };
      return client.recoverDeliveries({ parameters: { webhookId }, body }, options);
    },
    { gcTime: 0, refetchInterval: (counted) => (counted === undefined || leftOf(counted) > 0) && REFRESH_MILLISECONDS },
  );
  if (data?.progress === undefined) {
    if (error !== null) return <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>;
    return <StatusIndicator type="loading">Sending</StatusIndicator>;
  }
  const { delivered, failed } = data.progress;
  const left = Math.min(leftOf(data), total);
  return (
    <SpaceBetween size="m">
      {left > 0 ? (
        <ProgressBar
          value={((total - left) / total) * 100}
          label="Sending"
          additionalInfo="You can close this dialog; the recovery continues. If the receiver is down, it continues once the receiver responds."
        />
      ) : (
        <LiveRegion>
          <StatusIndicator type={failed === 0 ? 'success' : 'warning'}>
            {outcomeText(delivered, failed)}
          </StatusIndicator>
        </LiveRegion>
      )}
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Not sent yet', value: numberText(left) },
          { label: 'Delivered', value: numberText(delivered) },
          { label: 'Failed again', value: numberText(failed) },
        ]}
      />
    </SpaceBetween>
  );
}

function outcomeText(delivered: number, failed: number): string {
  if (failed > 0)
    return `${numberText(failed)} failed again. They are retried on the usual schedule; open one to see why.`;
  return delivered === 1 ? 'The delivery succeeded.' : `All ${numberText(delivered)} deliveries succeeded.`;
}
