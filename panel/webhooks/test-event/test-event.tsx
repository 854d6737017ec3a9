/** Sends a sample event to the webhook's receiver, and shows the result. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import LiveRegion from '@cloudscape-design/components/live-region';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Webhook } from '../../shared/api-types.ts';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { useEventTypes } from '../../shared/event-types-query.ts';
import { useSendTestEvent } from '../webhook-mutations.ts';
import { DEFAULT_TEST_EVENT, defaultTestEvent } from './default-test-event.ts';
import { TestEventResult } from './test-event-result.tsx';

interface TestEventProps {
  readonly webhook: Pick<Webhook, 'webhookId' | 'events'>;
}

export function TestEvent({ webhook: { webhookId, events } }: TestEventProps) {
  const catalogue = useEventTypes();
  const eventTypes = catalogue.data?.results ?? [];
  const [chosen, setChosen] = useState<string>();
  const event = chosen ?? defaultTestEvent(events, eventTypes);
  const sending = useSendTestEvent(webhookId);
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
            onClick={() => sending.mutate(event)}
          >
            Send test event
          </Button>
        }
      >
        <Select
          selectedOption={options.find(({ value }) => value === event) ?? { value: event, label: event }}
          options={options.length > 0 ? options : [{ value: DEFAULT_TEST_EVENT }]}
          onChange={({ detail }) => setChosen(detail.selectedOption.value)}
          filteringType="auto"
          filteringPlaceholder="Find an event"
          filteringAriaLabel="Find an event"
          statusType={catalogue.isPending ? 'loading' : 'finished'}
          loadingText="Loading the catalogue"
          empty="No event"
        />
      </FormField>
      {sending.isError && <ErrorAlert error={sending.error} header="The test event could not be sent" />}
      {sending.isSuccess && (
        <LiveRegion>
          <TestEventResult result={sending.data} />
        </LiveRegion>
      )}
    </SpaceBetween>
  );
}
