/** A dialog that recovers deliveries of a time (docs/spec/delivery.md#deliveries-of-a-time): first how many, then how far. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead } from '../api/api-provider.tsx';
import { ConfirmModal } from './confirm-modal.tsx';
import { errorMessage } from './error-alert.tsx';
import { deliveryListKey, NETWORK_LIST_KEY } from './queries.ts';
import {
  countRecoveries,
  countText,
  filterText,
  type RecoveryCount,
  type RecoveryFilter,
  recoveryTitle,
  sendsUnrecorded,
  untilNextCount,
} from './recovery.ts';
import { RecoveryProgressModal } from './recovery-progress-modal.tsx';
import { numberText } from './texts.ts';
import { boundsOf, type TimeRange } from './time-range.ts';
import { TimeRangeField } from './time-range-field.tsx';
import { useRecovery, useStop } from './use-recovery.ts';

interface StartRecoveryModalProps {
  /** Whose deliveries: of one webhook or of several. */
  readonly webhookIds: readonly string[];
  /** The range shown at first. */
  readonly range: TimeRange;
  /** Which deliveries; by default all that failed. */
  readonly filter?: RecoveryFilter;
  readonly onDismiss: () => void;
}

const FAILED: RecoveryFilter = { state: 'failed' };

export function StartRecoveryModal({
  webhookIds,
  range: suggested,
  filter = FAILED,
  onDismiss,
}: StartRecoveryModalProps) {
  const queries = useQueryClient();
  const [range, setRange] = useState(suggested);
  const recovering = useRecovery({ webhookIds, range, filter });
  const { recovery, start } = recovering;
  const counted = useRecoveryCount({ webhookIds, range, filter, isEnabled: recovery === undefined });
  const close = () => {
    for (const webhookId of webhookIds) void queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    void queries.invalidateQueries({ queryKey: NETWORK_LIST_KEY });
    onDismiss();
  };
  const [header, plural] = [recoveryTitle(filter), filterText(filter)];
  const isOne = webhookIds.length === 1;
  const hasNothing = counted.data?.left === 0 && !counted.data.isPart;
  if (recovery !== undefined)
    return (
      <RecoveryProgressModal
        {...recovering}
        header={header}
        filter={filter}
        recovery={recovery}
        webhooks={webhookIds.length}
        onClose={close}
      />
    );
  return (
    <ConfirmModal
      header={header}
      confirmText="Send"
      disabledReason={hasNothing && counted.data ? `${countText(counted.data, filter, webhookIds.length)}.` : undefined}
      errorHeader="They could not be sent"
      onConfirm={start}
      onDismiss={close}
    >
      <SpaceBetween size="m">
        <Count counted={counted} filter={filter} webhooks={webhookIds.length} />
        <FormField label="Time range">
          <TimeRangeField
            range={range}
            onChange={(chosen) => chosen && setRange(chosen)}
            label="Time range to recover"
            placeholder="Choose a time range"
            isOptional={false}
          />
        </FormField>
        <Box variant="p">
          Sends the {plural} of events accepted in this time range again
          {sendsUnrecorded(filter) &&
            `, and the events that ${isOne ? 'the webhook' : 'a webhook'} did not get because it was disabled or did not exist`}
          , {isOne ? '' : `to each of ${numberText(webhookIds.length)} webhooks, `}oldest first, without overloading the
          receiver{isOne ? '' : 's'}. No others are sent. You can start another recovery while one runs: nothing is sent
          twice because of it.
        </Box>
        <StopOthers webhookIds={webhookIds} />
      </SpaceBetween>
    </ConfirmModal>
  );
}

/** Stops what was started before, here or by somebody else. */
function StopOthers({ webhookIds }: Pick<StartRecoveryModalProps, 'webhookIds'>) {
  const { stop, stopState, stopError } = useStop(async () =>
    webhookIds.map((webhookId) => [webhookId, undefined] as const),
  );
  if (stopError !== undefined) return <StatusIndicator type="error">{errorMessage(stopError)}</StatusIndicator>;
  if (stopState === 'stopped')
    return (
      <LiveRegion>
        <StatusIndicator>Earlier recoveries are being stopped</StatusIndicator>
      </LiveRegion>
    );
  return (
    <Button variant="inline-link" formAction="none" loading={stopState === 'stopping'} onClick={() => void stop()}>
      Stop earlier recoveries that still run
    </Button>
  );
}

interface CountOptions {
  readonly webhookIds: readonly string[];
  readonly range: TimeRange;
  readonly filter: RecoveryFilter;
  readonly isEnabled: boolean;
}

/** How much a recovery would send. `part` is what is counted so far, until all is. */
function useRecoveryCount({ webhookIds, range, filter, isEnabled }: CountOptions) {
  const key = ['recoverable', ...webhookIds, filter, range];
  const [part, setPart] = useState<{ readonly of: string; readonly count: RecoveryCount }>();
  const of = JSON.stringify(key);
  const query = useRead(
    key,
    (client, options) => {
      const body = { ...boundsOf(range, Date.now()), ...filter, dryRun: true };
      return countRecoveries(
        webhookIds,
        (webhookId, start) =>
          client.recoverDeliveries({ parameters: { webhookId }, body: { ...body, start } }, options),
        (count) => setPart({ of, count }),
      );
    },
    // What happened a moment ago may not be counted yet.
    { gcTime: 0, enabled: isEnabled, refetchInterval: (count) => count?.left === 0 && untilNextCount(undefined) },
  );
  return { ...query, part: part?.of === of ? part.count : undefined };
}

interface CountProps {
  readonly counted: ReturnType<typeof useRecoveryCount>;
  readonly filter: RecoveryFilter;
  readonly webhooks: number;
}

/** The number that the dialog begins with. */
function Count({ counted: { data, part, error }, filter, webhooks }: CountProps) {
  if (error !== null) return <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>;
  if (data !== undefined)
    return (
      <LiveRegion>
        <StatusIndicator type="info">{countText(data, filter, webhooks)}</StatusIndicator>
      </LiveRegion>
    );
  return (
    <StatusIndicator type="loading">
      {part === undefined ? 'Counting' : `${countText(part, filter, webhooks)}; counting on…`}
    </StatusIndicator>
  );
}
