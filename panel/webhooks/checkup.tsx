/** Checks the webhook's receiver, and says what to do about each finding. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { CheckupResult } from '@social-platform-services/client';
import { useChange } from '../api/api-provider.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';

interface CheckupProps {
  readonly webhookId: string;
  readonly isOnBus: boolean;
}

export function Checkup({ webhookId, isOnBus }: CheckupProps) {
  const checking = useChange((client) => client.checkUpWebhook({ parameters: { webhookId } }), null);
  return (
    <SpaceBetween size="m">
      <Box variant="p">
        {isOnBus
          ? 'Sends the event webhook.checkup to the bus. The delivery log does not list this event.'
          : 'Sends up to eight valid, forged, old, repeated and large requests with the event webhook.checkup. The delivery log does not list them. Also check the receiver before you rotate the secret.'}
      </Box>
      <Button
        iconName="check"
        formAction="none"
        loading={checking.isPending}
        loadingText="Waiting for the receiver’s responses"
        onClick={() => checking.mutate()}
      >
        Check the receiver
      </Button>
      {checking.isError && <ErrorAlert error={checking.error} header="The receiver could not be checked" />}
      {checking.isSuccess && (
        <LiveRegion>
          <SpaceBetween size="s">
            {checking.data.results.map((result) => (
              <Finding key={result.question} result={result} />
            ))}
          </SpaceBetween>
        </LiveRegion>
      )}
    </SpaceBetween>
  );
}

const types = { passed: 'success', warning: 'warning', failed: 'error', skipped: 'stopped' } as const;
const names = { passed: 'Passed', warning: 'Warning', failed: 'Failed', skipped: 'Not asked' } as const;
const failures: Partial<Record<CheckupResult['question'], string>> = {
  accepts_valid: 'Does not accept events',
  refuses_wrong_signature: 'Accepts forged requests',
  accepts_repetition: 'Fails when a request is repeated',
  accepts_other_order: 'Fails when events are out of order',
  accepts_large: 'Fails at large requests',
};

const Finding = ({ result: { question, verdict, finding, fix } }: { readonly result: CheckupResult }) => (
  <div>
    <StatusIndicator type={types[verdict]}>
      {(verdict === 'failed' && failures[question]) || names[verdict]}: {finding}
    </StatusIndicator>
    {fix !== undefined && <Box padding={{ left: 'l' }}>{fix}</Box>}
  </div>
);
