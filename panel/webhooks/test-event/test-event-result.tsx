/** The result of a test event: a sentence, then the details. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AnswerTo } from '../../../client/index.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { classTitle } from '../../shared/delivery/class-texts.ts';
import { ClassExplanation } from '../../shared/delivery/delivery-class.tsx';
import { durationText } from '../../shared/number-text.ts';
import { TextView } from '../../shared/text-view.tsx';
import { Time } from '../../shared/time.tsx';

interface TestEventResultProps {
  readonly webhookId: string;
  readonly result: AnswerTo<'sendTestEvent'>;
}

export function TestEventResult({ webhookId, result }: TestEventResultProps) {
  const {
    class: deliveryClass,
    statusCode,
    milliseconds,
    remoteAddress,
    responseStart,
    startedAt,
    deliveryId,
    event,
    payload,
  } = result;
  return (
    <SpaceBetween size="m">
      <Alert
        type={deliveryClass === 'delivered' ? 'success' : 'error'}
        header={`${event}: ${classTitle(deliveryClass, statusCode)}`}
      >
        <ClassExplanation deliveryClass={deliveryClass} />
      </Alert>
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Status', value: statusCode ?? 'No response' },
          { label: 'Duration', value: durationText(milliseconds) },
          { label: 'Sent to', value: remoteAddress ?? 'Not connected' },
          { label: 'Sent at', value: <Time at={startedAt} /> },
        ]}
      />
      {responseStart !== undefined && responseStart !== '' && (
        <div>
          <Box variant="awsui-key-label">Start of the response</Box>
          <TextView text={responseStart} label="Start of the response" variant="short" />
        </div>
      )}
      <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>View in the log</AppLink>
      <ExpandableSection headerText="Payload sent">
        <TextView text={payload} label="Payload sent" variant="short" />
      </ExpandableSection>
    </SpaceBetween>
  );
}
