/** Sends a sample event, whose data can be edited, to the webhook's receiver, and shows the result. */
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import LiveRegion from '@cloudscape-design/components/live-region';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type { Webhook } from '../../shared/api-types.ts';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { useEventTypes } from '../../shared/event-types-query.ts';
import { useSendTestEvent } from '../webhook-mutations.ts';
import { DEFAULT_TEST_EVENT, defaultTestEvent } from './default-test-event.ts';
import { jsonObject } from './json-object.ts';
import { TestEventResult } from './test-event-result.tsx';

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
  const data = edited === undefined ? undefined : jsonObject(edited);
  const isInvalid = edited !== undefined && data === undefined;
  const sending = useSendTestEvent(webhookId);
  const send = () => {
    setIsChecked(true);
    if (!isInvalid) sending.mutate({ event, ...(data && { data }) });
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
