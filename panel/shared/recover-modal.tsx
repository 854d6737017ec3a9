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
import { numberText } from './texts.ts';
import { boundsOf, type TimeRange } from './time-range.ts';
import { TimeRangeField } from './time-range-field.tsx';

interface RecoverModalProps {
  /** Whose deliveries: of one webhook or of several. */
  readonly webhookIds: readonly string[];
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
  /** When it was asked for, by webhook; without those that had nothing to send. */
  readonly askedAt: ReadonlyMap<string, string>;
}

export function RecoverModal({ webhookIds, range: suggested, filter = FAILED, onDismiss }: RecoverModalProps) {
  const queries = useQueryClient();
  const [range, setRange] = useState(suggested);
  const [recovery, setRecovery] = useState<Recovery>();
  const counted = useRecoveryCount({ webhookIds, range, filter, isEnabled: recovery === undefined });
  const { mutateAsync: recover } = useChange(async (client): Promise<Recovery> => {
    const now = Date.now();
    const bounds = { until: new Date(now).toISOString(), ...boundsOf(range, now) };
    const askedAt = new Map<string, string>();
    for (const webhookId of webhookIds) {
      const request = { parameters: { webhookId }, body: { ...bounds, ...filter } };
      const { recovering, progress } = await client.recoverDeliveries(request);
      if (recovering !== 0) askedAt.set(webhookId, progress.at);
    }
    return { ...bounds, askedAt };
  }, null);
  const close = () => {
    for (const webhookId of webhookIds) void queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    void queries.invalidateQueries({ queryKey: NETWORK_LIST_KEY });
    onDismiss();
  };
  const [header, plural] = [recoveryTitle(filter), filterText(filter)];
  const isOne = webhookIds.length === 1;
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
        {recovery.askedAt.size === 0 ? (
          <StatusIndicator type="info">Nothing to send in that range</StatusIndicator>
        ) : (
          <RecoveryProgress filter={filter} recovery={recovery} />
        )}
      </Modal>
    );
  }
  return (
    <ConfirmModal
      header={header}
      confirmText="Send"
      disabledReason={hasNothing && counted.data ? `${countText(counted.data, filter, webhookIds.length)}.` : undefined}
      errorHeader="They could not be sent"
      onConfirm={async () => setRecovery(await recover())}
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
      </SpaceBetween>
    </ConfirmModal>
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

interface RecoveryProgressProps {
  readonly filter: RecoveryFilter;
  readonly recovery: Recovery;
}

/** The progress until every delivery has been attempted. The recovery does not depend on being watched. */
function RecoveryProgress({ filter, recovery: { since, until, askedAt } }: RecoveryProgressProps) {
  const { data, error } = useRead(
    ['recovery', ...askedAt],
    (client, options) =>
      countRecoveries([...askedAt.keys()], (webhookId, start) => {
        const body = { since, until, ...filter, dryRun: true, askedAt: askedAt.get(webhookId), start };
        return client.recoverDeliveries({ parameters: { webhookId }, body }, options);
      }),
    { gcTime: 0, refetchInterval: (count) => untilNextCount(count, askedAt.size) },
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
