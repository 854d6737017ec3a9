/** What the check found. */
import Alert from '@cloudscape-design/components/alert';
import LiveRegion from '@cloudscape-design/components/live-region';
import { Distance, Time } from '../shared/time.tsx';
import type { Judgement } from './judge.ts';

export const JudgementView = ({ judgement }: { readonly judgement: Judgement }) => (
  <LiveRegion>
    <Finding judgement={judgement} />
  </LiveRegion>
);

function Finding({ judgement }: { readonly judgement: Judgement }) {
  switch (judgement.kind) {
    case 'right':
      return (
        <Alert type="success" header={`The signature is right: ${judgement.event}`}>
          The request came from this service and is unchanged.
          {judgement.sentAt !== undefined && <SentAt at={judgement.sentAt.toISOString()} />}
        </Alert>
      );
    case 'not-an-event':
      return <Alert type="warning">{judgement.message}</Alert>;
    case 'wrong':
      return (
        <Alert type="error" header="The signature is wrong">
          {judgement.reasons.join(' ')}
        </Alert>
      );
    case 'malformed':
      return null;
  }
}

const SentAt = ({ at }: { readonly at: string }) => (
  <>
    {' '}
    It was signed on <Time at={at} /> (<Distance at={at} />
    ); a receiver refuses what is older than five minutes.
  </>
);
