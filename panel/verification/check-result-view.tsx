/** Shows the result of a signature check. */
import Alert from '@cloudscape-design/components/alert';
import LiveRegion from '@cloudscape-design/components/live-region';
import { RelativeTime, Time } from '../shared/time.tsx';
import type { CheckResult } from './check-signature.ts';

export const CheckResultView = ({ result }: { readonly result: CheckResult }) => (
  <LiveRegion>
    <Message result={result} />
  </LiveRegion>
);

function Message({ result }: { readonly result: CheckResult }) {
  switch (result.kind) {
    case 'valid':
      return (
        <Alert type="success" header={`Valid signature: ${result.event}`}>
          The request came from this service and has not been changed.
          {result.sentAt !== undefined && <SentAt at={result.sentAt.toISOString()} />}
        </Alert>
      );
    case 'not-an-event':
      return <Alert type="warning">{result.message}</Alert>;
    case 'invalid':
      return (
        <Alert type="error" header="Invalid signature">
          {result.reasons.join(' ')}
        </Alert>
      );
    case 'malformed':
      return null;
  }
}

const SentAt = ({ at }: { readonly at: string }) => (
  <>
    {' '}
    It was signed on <Time at={at} /> (<RelativeTime at={at} />
    ). Receivers refuse requests that are older than five minutes.
  </>
);
