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
  countRecovery,
  countText,
  filterText,
  type RecoveryCount,
  type RecoveryFilter,
  recoveryTitle,
  sendsUnrecorded,
  untilNextCount,
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

/** A recovery that was started. Times are ISO 8601. */
interface Recovery {
  readonly since: string;
  readonly until: string;
  readonly askedAt: string;
  readonly hasNothing: boolean;
}

export function RecoverModal({ webhookId, range: suggested, filter = FAILED, onDismiss }: RecoverModalProps) {
  const queries = useQueryClient();
  const [range, setRange] = useState(suggested);
  const [recovery, setRecovery] = useState<Recovery>();
  const counted = useRead(
    [...deliveriesKey(webhookId), 'recoverable', filter, range],
    (client, options) => {
      const body = { ...boundsOf(range, Date.now()), ...filter, dryRun: true };
      return countRecovery((start) =>
        client.recoverDeliveries({ parameters: { webhookId }, body: { ...body, start } }, options),
      );
    },
    // What happened a moment ago may not be counted yet.
    { enabled: recovery === undefined, refetchInterval: (count) => count?.left === 0 && untilNextCount(undefined) },
  );
  const { mutateAsync: recover } = useChange(async (client): Promise<Recovery> => {
    const now = Date.now();
    const bounds = { until: new Date(now).toISOString(), ...boundsOf(range, now) };
    const body = { ...bounds, ...filter };
    const { recovering, progress } = await client.recoverDeliveries({ parameters: { webhookId }, body });
    return { ...bounds, askedAt: progress.at, hasNothing: recovering === 0 };
  }, null);
  const close = () => {
    void queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    onDismiss();
  };
  const [header, plural] = [recoveryTitle(filter), filterText(filter)];
  const isMore = sendsUnrecorded(filter);
  const hasNothing = counted.data?.left === 0 && !counted.data.isPart;
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
        {recovery.hasNothing ? (
          <StatusIndicator type="info">Nothing to send in that range</StatusIndicator>
        ) : (
          <RecoveryProgress webhookId={webhookId} filter={filter} recovery={recovery} />
        )}
      </Modal>
    );
  }
  return (
    <ConfirmModal
      header={header}
      confirmText="Send"
      disabledReason={hasNothing && counted.data ? `${countText(counted.data, filter)}.` : undefined}
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

interface RecoveryProgressProps {
  readonly webhookId: string;
  readonly filter: RecoveryFilter;
  readonly recovery: Recovery;
}

/** The progress until every delivery has been attempted. The recovery does not depend on being watched. */
function RecoveryProgress({ webhookId, filter, recovery: { since, until, askedAt } }: RecoveryProgressProps) {
  const { data, error } = useRead(
    [...deliveriesKey(webhookId), 'recovery', askedAt],
    (client, options) => {
      const body = { since, until, ...filter, dryRun: true, askedAt };
      return countRecovery((start) =>
        client.recoverDeliveries({ parameters: { webhookId }, body: { ...body, start } }, options),
      );
    },
    { gcTime: 0, refetchInterval: untilNextCount },
  );
  if (data === undefined) {
    if (error !== null) return <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>;
    return <StatusIndicator type="loading">Sending</StatusIndicator>;
  }
  const { delivered, failed } = data;
  const left = data.left + data.waiting;
  const all = left + delivered + failed;
  return (
    <SpaceBetween size="m">
      {data.ended ? (
        <LiveRegion>
          <StatusIndicator type={failed + left === 0 ? 'success' : 'warning'}>{outcomeText(data)}</StatusIndicator>
        </LiveRegion>
      ) : (
        <ProgressBar
          value={all === 0 ? 0 : ((all - left) / all) * 100}
          label="Sending"
          additionalInfo="You can close this dialog; the recovery continues. If the receiver is down, it continues once the receiver responds."
        />
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

function outcomeText({ left, waiting, delivered, failed }: RecoveryCount): string {
  if (left + waiting > 0) return `The webhook is disabled: ${numberText(left + waiting)} are not sent.`;
  if (failed > 0)
    return `${numberText(failed)} failed again. They are retried on the usual schedule; open one to see why.`;
  return delivered === 1 ? 'The delivery succeeded.' : `All ${numberText(delivered)} deliveries succeeded.`;
}
