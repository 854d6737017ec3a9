/** Sends a sample of an event to the webhook's receiver, and shows what came of it. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import LiveRegion from '@cloudscape-design/components/live-region';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Problem } from '../../api/problem.tsx';
import { useEventTypes } from '../../shared/event-types.ts';
import { useSendTestEvent } from '../webhook-changes.ts';
import type { Webhook } from '../webhook-queries.ts';
import { AttemptAnswer } from './attempt-answer.tsx';
import { DEFAULT_TEST_EVENT, testEventFor } from './test-event-choice.ts';

interface TestEventProps {
  readonly webhook: Pick<Webhook, 'webhookId' | 'events'>;
}

export function TestEvent({ webhook: { webhookId, events } }: TestEventProps) {
  const catalogue = useEventTypes();
  const eventTypes = catalogue.data?.results ?? [];
  const [chosen, setChosen] = useState<string>();
  const event = chosen ?? testEventFor(events, eventTypes);
  const sending = useSendTestEvent(webhookId);
  const options = eventTypes.map(({ event: value, description }) => ({ value, label: value, description }));
  return (
    <SpaceBetween size="l">
      <FormField
        label="Event"
        constraintText="Sent once, at once, with made-up data. It is not repeated and counts in no statistics."
        secondaryControl={
          <Button
            iconName="send"
            formAction="none"
            loading={sending.isPending}
            loadingText="Waiting for the receiver’s answer"
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
      {sending.isError && <Problem error={sending.error} what="The test event could not be sent" />}
      {sending.isSuccess && (
        <LiveRegion>
          <AttemptAnswer answer={sending.data} />
        </LiveRegion>
      )}
    </SpaceBetween>
  );
}
