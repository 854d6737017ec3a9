/** A dialog with the progress of a recovery, which can be stopped (docs/spec/delivery.md#stopping). */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import LiveRegion from '@cloudscape-design/components/live-region';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useRead } from '../api/api-provider.tsx';
import { errorMessage } from './error-alert.tsx';
import { countRecoveries, outcomeText, type RecoveryCount, type RecoveryFilter, untilNextCount } from './recovery.ts';
import { numberText } from './texts.ts';
import type { Recovery, useRecovery } from './use-recovery.ts';

interface RecoveryProgressModalProps extends Pick<ReturnType<typeof useRecovery>, 'stop' | 'stopState' | 'stopError'> {
  readonly header: string;
  readonly filter: RecoveryFilter;
  readonly recovery: Recovery;
  /** How many webhooks it is of. */
  readonly webhooks: number;
  readonly onClose: () => void;
}

/** Shows the progress until every delivery has been attempted. The recovery does not depend on being watched. */
export function RecoveryProgressModal(props: RecoveryProgressModalProps) {
  const { header, filter, recovery, webhooks, stop, stopState, stopError, onClose } = props;
  const { askedAt, asked, isAsked, error } = recovery;
  const progress = useProgress(recovery, filter);
  const isOver = isAsked && (askedAt.size === 0 || progress.data?.ended === true);
  return (
    <Modal
      visible
      header={header}
      onDismiss={onClose}
      closeAriaLabel="Close"
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            {!isOver && stopState !== 'stopped' && (
              <Button loading={stopState === 'stopping'} onClick={() => void stop()}>
                Stop
              </Button>
            )}
            <Button variant="link" onClick={onClose}>
              Close
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {stopError !== undefined && (
          <StatusIndicator type="error">It was not stopped: {errorMessage(stopError)}</StatusIndicator>
        )}
        {error !== undefined && (
          <StatusIndicator type="error">
            Only {numberText(asked)} of {numberText(webhooks)} webhooks were asked: {errorMessage(error)}
          </StatusIndicator>
        )}
        {!isAsked ? (
          <ProgressBar
            value={(asked / webhooks) * 100}
            label="Starting"
            additionalInfo={`${numberText(asked)} of ${numberText(webhooks)} webhooks`}
          />
        ) : askedAt.size === 0 ? (
          <StatusIndicator type="info">Nothing to send in that range</StatusIndicator>
        ) : (
          <Progress {...progress} isStopping={stopState !== 'running'} />
        )}
      </SpaceBetween>
    </Modal>
  );
}

/** How far it is, once every webhook was asked. */
const useProgress = ({ since, until, askedAt, isAsked }: Recovery, filter: RecoveryFilter) =>
  useRead(
    ['recovery', ...askedAt],
    (client, options) =>
      countRecoveries([...askedAt.keys()], (webhookId, start) => {
        const body = { since, until, ...filter, dryRun: true, askedAt: askedAt.get(webhookId), start };
        return client.recoverDeliveries({ parameters: { webhookId }, body }, options);
      }),
    {
      gcTime: 0,
      enabled: isAsked && askedAt.size > 0,
      refetchInterval: (count) => untilNextCount(count, askedAt.size),
    },
  );

interface ProgressProps {
  readonly data: RecoveryCount | undefined;
  readonly error: Error | null;
  /** Whether it is to end before all is sent. */
  readonly isStopping: boolean;
}

function Progress({ data, error, isStopping }: ProgressProps) {
  const label = isStopping ? 'Stopping' : 'Sending';
  if (data === undefined) {
    if (error !== null) return <StatusIndicator type="warning">{errorMessage(error)}</StatusIndicator>;
    return <StatusIndicator type="loading">{label}</StatusIndicator>;
  }
  const { delivered, failed } = data;
  const left = data.left + data.waiting;
  const all = left + delivered + failed;
  return (
    <>
      {data.ended ? (
        <LiveRegion>
          <StatusIndicator type={failed + left === 0 ? 'success' : 'warning'}>{outcomeText(data)}</StatusIndicator>
        </LiveRegion>
      ) : (
        <ProgressBar
          value={all === 0 ? 0 : ((all - left) / all) * 100}
          label={label}
          additionalInfo="You can close this dialog; the recovery continues until all are sent or it is stopped. If the receiver is down, it continues once the receiver responds."
        />
      )}
      <KeyValuePairs
        columns={3}
        items={[
          { label: data.ended ? 'Not sent' : 'Not sent yet', value: numberText(left) },
          { label: 'Delivered', value: numberText(delivered) },
          { label: 'Failed again', value: numberText(failed) },
        ]}
      />
    </>
  );
}
