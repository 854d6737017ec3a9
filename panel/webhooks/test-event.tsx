/** Sends a sample event, whose data can be edited, to the webhook's receiver, and shows the result. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import LiveRegion from '@cloudscape-design/components/live-region';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { AnswerTo } from '@social-platform-services/client';
import { JsonText } from '@social-platform-services/client/internal';
import { useState } from 'react';
import * as v from 'valibot';
import { useChange } from '../api/api-provider.tsx';
import type { Webhook } from '../shared/api-types.ts';
import { classExplanation } from '../shared/class-explanation.ts';
import { classTitle } from '../shared/delivery-texts.ts';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { deliveriesKey, useEventTypes } from '../shared/queries.ts';
import { TextView } from '../shared/text-view.tsx';
import { durationText } from '../shared/texts.ts';
import { Time } from '../shared/time.tsx';
import { DEFAULT_TEST_EVENT, defaultTestEvent } from './event-patterns.ts';

interface TestEventProps {
  readonly webhook: Pick<Webhook, 'webhookId' | 'events'>;
}

export function TestEvent({ webhook: { webhookId, events } }: TestEventProps) {
  const catalogue = useEventTypes();
  const eventTypes = catalogue.data?.results ?? [];
  const [chosen, setChosen] = useState<string>();
  const event = chosen ?? defaultTestEvent(events, eventTypes);
  const [edited, setEdited] = useState<string>();
  const [isChecked, setIsChecked] = useState(false);
  const sample = eventTypes.find((one) => one.event === event)?.sample;
  const text = edited ?? (sample === undefined ? '{}' : JSON.stringify(sample, null, 2));
  const isInvalid = edited !== undefined && !isJsonObject(edited);
  const sending = useChange(
    (client, body: JsonText) => client.sendTestEvent({ parameters: { webhookId }, body }),
    deliveriesKey(webhookId),
  );
  const send = () => {
    setIsChecked(true);
    // The receiver gets the data as they were written.
    const data = edited === undefined ? '' : `,"data":${edited}`;
    if (!isInvalid) sending.mutate(new JsonText(`{"event":${JSON.stringify(event)}${data}}`));
  };
  const options = eventTypes.map(({ event: value, description }) => ({ value, label: value, description }));
  return (
    <SpaceBetween size="l">
      <FormField
        label="Event"
        constraintText="Sent once, right away, with sample data. It is not retried, and statistics do not include it."
        secondaryControl={
          <Button
            iconName="send"
            formAction="none"
            loading={sending.isPending}
            loadingText="Waiting for the receiver’s response"
            onClick={send}
          >
            Send test event
          </Button>
        }
      >
        <Select
          selectedOption={options.find(({ value }) => value === event) ?? { value: event, label: event }}
          options={options.length > 0 ? options : [{ value: DEFAULT_TEST_EVENT }]}
          onChange={({ detail }) => {
            setChosen(detail.selectedOption.value);
            setEdited(undefined);
          }}
          filteringType="auto"
          filteringPlaceholder="Find an event"
          filteringAriaLabel="Find an event"
          statusType={catalogue.isPending ? 'loading' : 'finished'}
          loadingText="Loading the catalogue"
          empty="No event"
        />
      </FormField>
      <ExpandableSection headerText="Edit the data">
        <FormField
          label="Data"
          constraintText="A JSON object. Another event has its own sample."
          errorText={isChecked && isInvalid && 'This is not a JSON object.'}
          stretch
        >
          <Textarea value={text} onChange={({ detail }) => setEdited(detail.value)} rows={8} spellcheck={false} />
        </FormField>
      </ExpandableSection>
      {sending.isError && <ErrorAlert error={sending.error} header="The test event could not be sent" />}
      {sending.isSuccess && (
        <LiveRegion>
          <TestEventResult webhookId={webhookId} result={sending.data} />
        </LiveRegion>
      )}
    </SpaceBetween>
  );
}

interface TestEventResultProps {
  readonly webhookId: string;
  readonly result: AnswerTo<'sendTestEvent'>;
}

/** The result of a test event: a sentence, then the details. */
function TestEventResult({ webhookId, result }: TestEventResultProps) {
  const {
    class: deliveryClass,
    statusCode,
    errorCode,
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
        {classExplanation(deliveryClass)}
      </Alert>
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Status', value: statusCode ?? 'No response' },
          { label: 'Duration', value: durationText(milliseconds) },
          { label: 'Sent to', value: remoteAddress ?? 'Not connected' },
          { label: 'Sent at', value: <Time at={startedAt} /> },
          ...(errorCode === undefined ? [] : [{ label: 'Error', value: errorCode }]),
        ]}
      />
      {responseStart !== undefined && responseStart !== '' && (
        <div>
          <Box variant="awsui-key-label">Start of the response</Box>
          <TextView text={responseStart} label="Start of the response" variant="short" />
        </div>
      )}
      <Link href={`#/webhooks/${webhookId}/deliveries/${deliveryId}`}>View in the log</Link>
      <ExpandableSection headerText="Payload sent">
        <TextView text={payload} label="Payload sent" variant="short" />
      </ExpandableSection>
    </SpaceBetween>
  );
}

const JsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

const isJsonObject = (text: string): boolean => v.is(JsonObject, text) && text.trim().startsWith('{');
