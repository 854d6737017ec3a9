/** What came of a test event: said in a sentence, then in detail. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AnswerTo } from '../../../client/index.ts';
import { ClassExplanation } from '../../shared/delivery-class.tsx';
import { durationText } from '../../shared/figures.ts';
import { standingTitle } from '../../shared/standings.ts';
import { TextView } from '../../shared/text-view.tsx';
import { Time } from '../../shared/time.tsx';

interface AttemptAnswerProps {
  readonly answer: AnswerTo<'sendTestEvent'>;
}

export function AttemptAnswer({ answer }: AttemptAnswerProps) {
  const { class: standing, statusCode, milliseconds, remoteAddress, responseStart, startedAt, event, payload } = answer;
  return (
    <SpaceBetween size="m">
      <Alert
        type={standing === 'delivered' ? 'success' : 'error'}
        header={`${event}: ${standingTitle(standing, statusCode)}`}
      >
        <ClassExplanation standing={standing} />
      </Alert>
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Status', value: statusCode ?? 'none came' },
          { label: 'Took', value: durationText(milliseconds) },
          { label: 'Sent to', value: remoteAddress ?? 'no address was reached' },
          { label: 'Sent at', value: <Time at={startedAt} /> },
        ]}
      />
      {responseStart !== undefined && responseStart !== '' && (
        <div>
          <Box variant="awsui-key-label">Start of the answer</Box>
          <TextView text={responseStart} label="Start of the answer" look="short" />
        </div>
      )}
      <ExpandableSection headerText="What was sent">
        <TextView text={payload} label="Payload that was sent" look="short" />
      </ExpandableSection>
    </SpaceBetween>
  );
}
